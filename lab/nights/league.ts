import type {
  BundleEvent,
  BundleSide,
  BundleStats,
  EventType,
  GameBundle,
} from '../../packages/core/src/contract/index.ts'
import { scheduledGame, ZERO_STATS } from '../../packages/core/src/testing/bundles.ts'
import type { Random } from './random.ts'

/** One game as its host shows it one after the other: the last one is final. */
export type Script = {
  game: string
  date: string
  /** Unix milliseconds. */
  tipOff: number
  states: readonly ScriptState[]
}

/** A game at one moment. */
export type ScriptState = {
  /** Seconds after the tip-off from which it is so. */
  from: number
  /** Counts the states, from 1. It is shown in the name of the hall, so that a reader can say which state a response has. */
  revision: number
  isFinal: boolean
  /** Its play-by-play so far, from which its score and its box score follow. */
  events: readonly BundleEvent[]
}

const TEAMS = ['A', 'B', 'C', 'D']
const PLAYERS_OF_TEAM = 7
const STARTERS = 5
const PERIODS = 4

const listPlayers = (team: string): string[] =>
  Array.from({ length: PLAYERS_OF_TEAM }, (_, index) => `${team}${index + 1}`)

const formatClock = (seconds: number): string =>
  `${String(Math.trunc(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

const SCORING: Partial<Record<EventType, number>> = { two_made: 2, three_made: 3, free_throw_made: 1 }

const PLAYS: readonly EventType[] = [
  'two_made',
  'two_made',
  'two_missed',
  'three_made',
  'three_missed',
  'free_throw_made',
  'turnover',
  'defensive_rebound',
]

/** The rows of a whole game between two teams; the home team wins it in the last row if it was drawn. */
const playRows = (random: Random, [home, away]: readonly [string, string]): BundleEvent[] => {
  const score = { home: 0, away: 0 }
  const rows: BundleEvent[] = []
  const court = { home: listPlayers(home).slice(0, STARTERS), away: listPlayers(away).slice(0, STARTERS) }
  const bench = { home: listPlayers(home).slice(STARTERS), away: listPlayers(away).slice(STARTERS) }
  const add = (period: number, left: number, type: EventType, side: 'home' | 'away' | null, player: string | null) => {
    if (side !== null) score[side] += SCORING[type] ?? 0
    const running = { home_score: score.home, away_score: score.away }
    rows.push({
      period,
      clock: formatClock(left),
      type,
      side,
      player,
      description: type,
      distance_ft: null,
      ...running,
    })
  }
  for (let period = 1; period <= PERIODS; period++) {
    let left = 600
    add(period, left, 'period_start', null, null)
    for (let play = random.integer(2, 5); play > 0; play--) {
      left -= random.integer(5, 90)
      const side = random.pick(['home', 'away'] as const)
      if (random.chance(0.15)) {
        const [out = ''] = court[side].splice(random.integer(0, STARTERS - 1), 1)
        const [into = ''] = bench[side].splice(random.integer(0, bench[side].length - 1), 1)
        court[side].push(into)
        bench[side].push(out)
        add(period, left, 'substitution_out', side, out)
        add(period, left, 'substitution_in', side, into)
      } else add(period, left, random.pick(PLAYS), side, random.pick(court[side]))
    }
    if (period === PERIODS && score.home === score.away) add(period, 1, 'two_made', 'home', court.home[0] ?? null)
    add(period, 0, 'period_end', null, null)
  }
  return rows
}

/** A later version of the same rows: one missed shot has gone in, or the other way round. */
const corrected = (random: Random, rows: readonly BundleEvent[]): BundleEvent[] => {
  const shots = rows.flatMap(({ type }, index) => (type === 'two_made' || type === 'two_missed' ? index : []))
  const at = shots.length === 0 ? -1 : random.pick(shots)
  const added = { home: 0, away: 0 }
  return rows.map((row, index) => {
    const isShot = index === at
    const type = !isShot ? row.type : row.type === 'two_made' ? 'two_missed' : 'two_made'
    if (isShot && row.side !== null) added[row.side] = type === 'two_made' ? 2 : -2
    return { ...row, type, home_score: row.home_score + added.home, away_score: row.away_score + added.away }
  })
}

const isDrawn = (rows: readonly BundleEvent[]): boolean => {
  const last = rows.at(-1)
  return last === undefined || last.home_score === last.away_score
}

/** How a game goes on. */
export type Course = {
  /** Its states up to and with the final score. */
  steps: number
  /** How often it is corrected afterwards, at most: a correction that makes it a draw is left out. */
  corrections: number
  /** By how much longer its states last than usual. */
  pace: number
}

/** The states of a game: some of its rows, more of them, all of them with the final score, and corrections of these. */
const drawStates = (
  random: Random,
  rows: readonly BundleEvent[],
  { steps, corrections, pace }: Course,
): ScriptState[] => {
  const states: ScriptState[] = []
  let from = 0
  const add = (events: readonly BundleEvent[], isFinal: boolean) => {
    states.push({ from, revision: states.length + 1, isFinal, events })
    from += pace * random.integer(2, 4)
  }
  let known = rows
  for (let step = 1; step < steps; step++) {
    add(known.slice(0, Math.ceil((rows.length * step) / steps)), false)
    // A scorer's mistake is corrected while the game runs.
    if (random.chance(0.3)) known = corrected(random, rows)
  }
  const last = isDrawn(known) ? rows : known
  add(last, true)
  for (let left = corrections; left > 0; left--) {
    const edited = corrected(random, last)
    from += random.integer(0, 8)
    if (!isDrawn(edited)) add(edited, true)
  }
  return states
}

/** A game of a night, between two of its four teams. */
export const writeScript = (random: Random, game: string, date: string, tipOff: number, course: Course): Script => {
  const home = random.pick(TEAMS)
  const away = random.pick(TEAMS.filter((team) => team !== home))
  const rows = playRows(random, [home, away])
  return { game: `${game}-${home}-${away}`, date, tipOff, states: drawStates(random, rows, course) }
}

/** Adds up the rows of a player. */
const countStats = (rows: readonly BundleEvent[]): BundleStats => {
  const count = (...types: EventType[]) => rows.filter(({ type }) => types.includes(type)).length
  const two_made = count('two_made')
  const three_made = count('three_made')
  const free_throws_made = count('free_throw_made')
  const defensive_rebounds = count('defensive_rebound')
  return {
    ...ZERO_STATS,
    points: 2 * two_made + 3 * three_made + free_throws_made,
    two_made,
    two_attempted: two_made + count('two_missed'),
    three_made,
    three_attempted: three_made + count('three_missed'),
    free_throws_made,
    free_throws_attempted: free_throws_made,
    defensive_rebounds,
    rebounds: defensive_rebounds,
    turnovers: count('turnover'),
  }
}

const buildSheet = (side: 'home' | 'away', team: string, events: readonly BundleEvent[]): Partial<BundleSide> => {
  const own = events.filter((event) => event.side === side)
  return {
    totals: countStats(own),
    players: listPlayers(team).map((player, index) => ({
      player,
      number: String(index + 1),
      starter: index < STARTERS,
      played: true,
      seconds: 1000 + 100 * index,
      plus_minus: null,
      stats: countStats(own.filter((event) => event.player === player)),
    })),
  }
}

/** The name of the hall by which a game in a state is recognized; before its first state, it has the number 0. */
export const toHall = (revision: number): string => `Hall ${revision}`

/** The bundle of a game in one of its states; `boxed` is the state of its box score, and null if there is none yet. */
export const buildBundle = (script: Script, state: ScriptState | null, boxed: ScriptState | null): GameBundle => {
  const [, home = '', away = ''] = script.game.split('-')
  const events = state?.events ?? []
  const last = events.at(-1)
  const ended = events.filter(({ type }) => type === 'period_end')
  const getPoints = (side: 'home_score' | 'away_score') =>
    ended.map((row, index) => row[side] - (ended[index - 1]?.[side] ?? 0))
  return scheduledGame({
    competition: { external_id: 'L', name: 'League', slug: 'league' },
    home: { team: { external_id: home, name: `Team ${home}` }, ...(boxed && buildSheet('home', home, boxed.events)) },
    away: { team: { external_id: away, name: `Team ${away}` }, ...(boxed && buildSheet('away', away, boxed.events)) },
    players:
      boxed === null ? [] : [home, away].flatMap(listPlayers).map((id) => ({ external_id: id, name: `Player ${id}` })),
    events: state === null ? null : [...events],
    game: {
      external_id: script.game,
      date: script.date,
      tip_off: `${new Date(script.tipOff).toISOString().slice(0, 19)}Z`,
      stage: 'regular',
      venue: toHall(state?.revision ?? 0),
      ...(ended.length > 0 && { periods: { home: getPoints('home_score'), away: getPoints('away_score') } }),
      ...(state?.isFinal === true && {
        status: 'final',
        home_score: last?.home_score ?? 0,
        away_score: last?.away_score ?? 0,
      }),
    },
  })
}
