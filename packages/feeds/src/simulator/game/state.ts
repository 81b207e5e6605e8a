import type { BundleStats, EventType, Side } from '@basketball-data/core/contract'
import { performanceIndex } from '@basketball-data/core/statistics'
import type { Rules } from '../format.ts'
import type { Random } from '../random.ts'
import type { Player } from '../world/players.ts'

/** 0 for the home team, 1 for the away team. */
export type SideIndex = 0 | 1

/** The side of each index. */
export const SIDES: readonly [Side, Side] = ['home', 'away']

/** The other side. */
export const getOpponent = (side: SideIndex): SideIndex => (side === 0 ? 1 : 0)

const COUNTED = [
  'two_made',
  'two_attempted',
  'three_made',
  'three_attempted',
  'free_throws_made',
  'free_throws_attempted',
  'offensive_rebounds',
  'defensive_rebounds',
  'assists',
  'steals',
  'turnovers',
  'blocks',
  'blocks_received',
  'fouls',
  'fouls_drawn',
] as const

/** The counted columns of a box score; `toStats` derives the others. */
export type Tally = Record<(typeof COUNTED)[number], number>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every column is 0
const ZEROS = Object.fromEntries(COUNTED.map((column) => [column, 0])) as Tally

/** A tally of zeros. */
export const emptyTally = (): Tally => ({ ...ZEROS })

/** Adds tallies up. */
export const sumTallies = (tallies: readonly Tally[]): Tally => {
  const total = emptyTally()
  for (const tally of tallies) for (const column of COUNTED) total[column] += tally[column]
  return total
}

/** A box-score line with points, rebounds and the EuroLeague's performance index. */
export const toStats = (tally: Tally) => {
  const points = 2 * tally.two_made + 3 * tally.three_made + tally.free_throws_made
  const line = { points, rebounds: tally.offensive_rebounds + tally.defensive_rebounds, ...tally }
  return { ...line, performance_index: performanceIndex(line) } satisfies BundleStats
}

/** A player in one game. */
export class GamePlayer {
  readonly player: Player
  readonly number: string
  readonly starter: boolean
  /** Planned share of the game time; 0 for players who only play in an emergency. */
  readonly plannedShare: number
  readonly tally = emptyTally()
  /** Whether the player has been on court. */
  played: boolean
  seconds = 0
  plusMinus = 0
  /** Whether the player has fouled out or was disqualified. */
  disqualified = false

  constructor({ player, number }: { player: Player; number: string }, starter: boolean, plannedShare: number) {
    this.player = player
    this.number = number
    this.starter = starter
    this.plannedShare = plannedShare
    this.played = starter
  }
}

/** Mean talent of some players. */
export const meanTalent = (players: readonly GamePlayer[]): number =>
  players.reduce((sum, { player }) => sum + player.talent, 0) / players.length

/** A team in one game. */
export class Team {
  readonly players: readonly GamePlayer[]
  /** The five players on court. */
  readonly onCourt: GamePlayer[]
  readonly bench: GamePlayer[]
  /** Mean talent of the players on court. */
  talent: number
  /** Rebounds and turnovers credited to the team, not to a player. */
  readonly teamTally = emptyTally()
  /** Team fouls towards the bonus, since the start of the period. */
  fouls = 0
  timeouts = 0
  /** Points scored since the opponent last scored. */
  run = 0
  /** Added to the probability of every field goal: home advantage. */
  readonly advantage: number

  constructor(players: readonly GamePlayer[], advantage: number) {
    this.players = players
    this.onCourt = players.filter(({ starter }) => starter)
    this.bench = players.filter(({ starter }) => !starter)
    this.talent = meanTalent(this.onCourt)
    this.advantage = advantage
  }
}

/** A field-goal attempt. */
export type Attempt = { value: 2 | 3; made: boolean; rushed: boolean }

/** Records the events and shots of a game in order. */
export type Recorder = {
  event(game: Game, type: EventType, side: SideIndex | null, player: GamePlayer | null, detail?: string): void
  shot(game: Game, shooter: GamePlayer, attempt: Attempt): void
  /** Hears of each possession when it begins, also of one that no event shows. */
  possession?(game: Game, side: SideIndex, start: Start): void
}

/** Records nothing, for results and box scores. */
export const NO_RECORDER: Recorder = { event() {}, shot() {} }

/** How a possession can begin, and the probability that it is a fast break. */
const FASTBREAK_PROBABILITY = {
  start: 0,
  made: 0.01,
  rebound: 0.12,
  'team rebound': 0,
  steal: 0.42,
  turnover: 0,
  'jump ball': 0,
} as const

/** How a possession began. */
export type Start = keyof typeof FASTBREAK_PROBABILITY

/** The state of a game in progress. */
export class Game {
  readonly rules: Rules
  readonly random: Random
  readonly teams: readonly [Team, Team]
  /** Points by period. */
  readonly periods: readonly [number[], number[]] = [[], []]
  readonly score: [number, number] = [0, 0]
  period = 0
  /** Seconds left in the period. */
  secondsLeft = 0
  /** Seconds played since tip-off. */
  elapsed = 0
  /** The side in possession. */
  offense: SideIndex = 0
  /** The side whose turn it is at the next held ball or period, where possession alternates. */
  arrow: SideIndex = 0
  /** Whether the possession is a fast break. */
  fastbreak = false
  /** Whether the shot clock was reset to 14 seconds. */
  shortClock = false
  secondChance = false
  offTurnover = false
  private readonly recorder: Recorder
  /** The players who were on court at the latest foul, by side. */
  private atFoul: readonly [readonly GamePlayer[], readonly GamePlayer[]] = [[], []]

  constructor(rules: Rules, teams: readonly [Team, Team], random: Random, recorder: Recorder) {
    this.rules = rules
    this.teams = teams
    this.random = random
    this.recorder = recorder
  }

  /** The side that defends. */
  get defense(): SideIndex {
    return getOpponent(this.offense)
  }

  /** Whether the game is in the fourth period or in overtime. */
  get isLastPeriod(): boolean {
    return this.period >= 4
  }

  /** The lead of the side in possession; negative if it trails. */
  get lead(): number {
    return this.score[this.offense] - this.score[this.defense]
  }

  /** Records an event; the side is null for events of the game, the player for events of a team. */
  record(type: EventType, side: SideIndex | null, player: GamePlayer | null, detail?: string): void {
    if (type.endsWith('foul')) this.atFoul = [[...this.teams[0].onCourt], [...this.teams[1].onCourt]]
    this.recorder.event(this, type, side, player, detail)
  }

  /** Records a field-goal attempt of the side in possession. */
  recordShot(shooter: GamePlayer, attempt: Attempt): void {
    this.recorder.shot(this, shooter, attempt)
  }

  /** Runs the game clock. */
  runClock(seconds: number): void {
    this.secondsLeft -= seconds
    this.elapsed += seconds
    for (const { onCourt } of this.teams) for (const player of onCourt) player.seconds += seconds
  }

  /** Adds points to the score and to the plus-minus of the players on court, those of a free throw by the rules. */
  scorePoints(side: SideIndex, points: number, by: 'field goal' | 'free throw'): void {
    const scoring = this.teams[side]
    const conceding = this.teams[getOpponent(side)]
    const counted =
      by === 'free throw' && this.rules.freeThrows === 'at foul'
        ? this.atFoul
        : ([this.teams[0].onCourt, this.teams[1].onCourt] as const)
    this.score[side] += points
    const periods = this.periods[side]
    periods[this.period - 1] = (periods[this.period - 1] ?? 0) + points
    for (const player of counted[side]) player.plusMinus += points
    for (const player of counted[getOpponent(side)]) player.plusMinus -= points
    scoring.run += points
    conceding.run = 0
  }

  /** Starts a possession of a side. */
  startPossession(side: SideIndex, start: Start): void {
    this.recorder.possession?.(this, side, start)
    this.offense = side
    this.fastbreak = this.random.chance(FASTBREAK_PROBABILITY[start])
    this.shortClock = false
    this.secondChance = false
    this.offTurnover = start === 'steal' || start === 'turnover'
  }

  /** Continues the possession with 14 seconds on the shot clock, after an offensive rebound or a stoppage. */
  continuePossession(): void {
    this.fastbreak = false
    this.shortClock = true
  }
}
