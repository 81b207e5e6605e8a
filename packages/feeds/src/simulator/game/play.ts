import type { EventType } from '@basketball-data/core/contract'
import type { Random } from '../random.ts'
import type { Player } from '../world/players.ts'
import type { Rules } from './rules.ts'
import { emptyTally, type Tally } from './tally.ts'

/** 0 the home team, 1 the away team. */
export type Bank = 0 | 1

/** The other team. */
export const other = (bank: Bank): Bank => (bank === 0 ? 1 : 0)

/** Someone on the score sheet, and the game so far of that player. */
export type Man = {
  player: Player
  number: string
  starter: boolean
  /** Share of the game the coach has in mind, a fraction; 0 for those kept for emergencies. */
  share: number
  tally: Tally
  /** Whether he has been on court at all. */
  played: boolean
  seconds: number
  plus_minus: number
  /** Fouled out or disqualified: never comes back. */
  out: boolean
}

/** One team during a game. */
export type Team = {
  men: readonly Man[]
  /** The five on court. */
  five: Man[]
  bench: Man[]
  /** Mean talent of the five. */
  talent: number
  /** Rebounds and turnovers that are nobody's own. */
  row: Tally
  /** Fouls that count towards free throws, since the last period began. */
  fouls: number
  timeouts: number
  /** Points scored since the opponent last scored. */
  run: number
  /** Added to the chance of every field goal: home advantage. */
  edge: number
}

/** How the team on the ball came by it. */
export type Gain = 'start' | 'made' | 'rebound' | 'steal' | 'turnover'

/** A field-goal attempt as it is told to the recorder. */
export type Attempt = { value: 2 | 3; made: boolean; rushed: boolean }

/** Writes down what happens, in the order of the game. */
export type Recorder = {
  event(play: Play, type: EventType, bank: Bank | null, man: Man | null, detail?: string): void
  shot(play: Play, man: Man, attempt: Attempt): void
}

/** A recorder that writes nothing down, for when only the box score is wanted. */
export const SILENT: Recorder = { event() {}, shot() {} }

/** A game while it is played. */
export type Play = {
  rules: Rules
  random: Random
  recorder: Recorder
  teams: readonly [Team, Team]
  /** Points in each period begun so far. */
  periods: readonly [number[], number[]]
  score: [number, number]
  period: number
  /** Seconds left in the period. */
  left: number
  /** Seconds played since tip-off. */
  elapsed: number
  /** The team on the ball. */
  offence: Bank
  /** Whether the next attack is a fast break. */
  fastbreak: boolean
  /** Whether the shot clock started again from fourteen. */
  short_clock: boolean
  second_chance: boolean
  off_turnover: boolean
}

const createTeam = (men: readonly Man[], edge: number): Team => {
  const five = men.filter((man) => man.starter)
  const bench = men.filter((man) => !man.starter)
  return { men, five, bench, talent: meanTalent(five), row: emptyTally(), fouls: 0, timeouts: 0, run: 0, edge }
}

/** Mean talent of the players on court. */
export const meanTalent = (five: readonly Man[]): number =>
  five.reduce((sum, man) => sum + man.player.talent, 0) / five.length

/** A game before tip-off; `edges` are the advantages of home and away team. */
export const createPlay = (
  rules: Rules,
  sheets: readonly [Man[], Man[]],
  edges: readonly [number, number],
  random: Random,
  recorder: Recorder,
): Play => ({
  rules,
  random,
  recorder,
  teams: [createTeam(sheets[0], edges[0]), createTeam(sheets[1], edges[1])],
  periods: [[], []],
  score: [0, 0],
  period: 0,
  left: 0,
  elapsed: 0,
  offence: 0,
  fastbreak: false,
  short_clock: false,
  second_chance: false,
  off_turnover: false,
})

/** Lets the clock run. */
export const runClock = (play: Play, seconds: number): void => {
  play.left -= seconds
  play.elapsed += seconds
  for (const { five } of play.teams) for (const man of five) man.seconds += seconds
}

/** Puts points on the board, and on everybody's plus and minus. */
export const scorePoints = (play: Play, bank: Bank, points: number): void => {
  const scorers = play.teams[bank]
  const opponents = play.teams[other(bank)]
  play.score[bank] += points
  const periods = play.periods[bank]
  periods[play.period - 1] = (periods[play.period - 1] ?? 0) + points
  for (const man of scorers.five) man.plus_minus += points
  for (const man of opponents.five) man.plus_minus -= points
  scorers.run += points
  opponents.run = 0
}

/** Points by which a team leads, negative when it trails. */
export const leadOf = (play: Play, bank: Bank): number => play.score[bank] - play.score[other(bank)]

/** Whether time is running out for good: the last period or an overtime. */
export const isLastPeriod = (play: Play): boolean => play.period >= 4

const FASTBREAK: Readonly<Record<Gain, number>> = { start: 0, made: 0.01, rebound: 0.12, steal: 0.42, turnover: 0 }

/** Gives a team the ball. */
export const gainBall = (play: Play, bank: Bank, gain: Gain): void => {
  play.offence = bank
  play.fastbreak = play.random.chance(FASTBREAK[gain])
  play.short_clock = false
  play.second_chance = false
  play.off_turnover = gain === 'steal' || gain === 'turnover'
}

/** Leaves the ball with the team that has it: the attack goes on, no longer as a break. */
export const keepBall = (play: Play): void => {
  play.fastbreak = false
  play.short_clock = true
}
