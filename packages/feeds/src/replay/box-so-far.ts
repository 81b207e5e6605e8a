import { EVENT_POINTS, type EventType, type Side } from '@basketball-data/core/contract'
import { COUNTED_IN } from '../checks.ts'
import type { StatColumns } from '../schemas.ts'
import { emptyTally, sumTallies, toStats, type Tally } from '../simulator/game/state.ts'
import type { PeriodLength } from './game-clock.ts'
import type { Fields } from './recorded-game.ts'

/** One play of a running game; `left` is in seconds. */
export type PlayedPlay = {
  type: EventType
  side: Side | null
  player: string | null
  period: number
  left: number | null
}

/** What a player or a team has done so far. */
export class LineSoFar {
  readonly tally: Tally
  seconds = 0
  plus_minus = 0
  /** Whether the player is or was on court. */
  played = false
  on_court = false

  constructor(tally = emptyTally()) {
    this.tally = tally
  }

  get stats() {
    return toStats(this.tally)
  }
}

/** What a player or a team has done so far, in the columns of a feed. */
export const toColumns = (columns: StatColumns, { stats }: LineSoFar): Fields => {
  const byName: Fields = stats
  return Object.fromEntries(Object.entries(columns).map(([stat, column]) => [column, byName[stat]]))
}

/** The box score of a running game. */
export type BoxSoFar = {
  /** The line of a player; one of zeros before they play. */
  of: (player: string) => LineSoFar
  /** What a team has done that no player did. */
  team: Record<Side, LineSoFar>
}

/** The columns that a play counts in; plays that are not here count in none. */
const COLUMNS: Partial<Record<EventType, readonly (keyof Tally)[]>> = {
  ...COUNTED_IN,
  foul: ['fouls'],
  offensive_foul: ['fouls'],
  unsportsmanlike_foul: ['fouls'],
  technical_foul: ['fouls'],
  disqualifying_foul: ['fouls'],
}

/** Adds up the lines of a team and its players. */
export const sumTotal = (lines: readonly LineSoFar[]): LineSoFar => {
  const total = new LineSoFar(sumTallies(lines.map(({ tally }) => tally)))
  total.seconds = lines.reduce((sum, { seconds }) => sum + seconds, 0)
  return total
}

/**
 * Counts the box score of a running game from its plays, because recorded files have only the one of its end.
 *
 * @param starters the players of both teams who begin
 */
export const boxSoFar = (
  plays: readonly PlayedPlay[],
  starters: Readonly<Record<Side, readonly string[]>>,
  getPeriodLength: PeriodLength,
): BoxSoFar => {
  const lines = new Map<string, LineSoFar>()
  const team: Record<Side, LineSoFar> = { home: new LineSoFar(), away: new LineSoFar() }
  const onCourt: Record<Side, Set<string>> = { home: new Set(starters.home), away: new Set(starters.away) }
  const of = (player: string): LineSoFar => {
    const line = lines.get(player) ?? new LineSoFar()
    lines.set(player, line)
    return line
  }
  let [period, passed] = [1, 0]

  const advance = (seconds: number): void => {
    for (const player of [...onCourt.home, ...onCourt.away]) of(player).seconds += seconds
  }
  const advanceTo = (play: PlayedPlay): void => {
    if (play.period > period) {
      advance(getPeriodLength(period) - passed)
      period = play.period
      passed = 0
    }
    const now = play.left === null ? passed : getPeriodLength(period) - play.left
    if (now <= passed) return
    advance(now - passed)
    passed = now
  }
  const score = (side: Side, points: number): void => {
    for (const each of ['home', 'away'] as const)
      for (const player of onCourt[each]) of(player).plus_minus += each === side ? points : -points
  }

  for (const play of plays) {
    advanceTo(play)
    const { type, side, player } = play
    if (side === null) continue
    const line = player === null ? team[side] : of(player)
    const points = EVENT_POINTS[type] ?? 0
    for (const column of COLUMNS[type] ?? []) line.tally[column] += 1
    if (points > 0) score(side, points)
    if (player !== null && type === 'substitution_in') onCourt[side].add(player)
    if (player !== null && type === 'substitution_out') onCourt[side].delete(player)
  }
  if (plays.length > 0)
    for (const player of [...onCourt.home, ...onCourt.away]) Object.assign(of(player), { on_court: true, played: true })
  for (const line of lines.values()) line.played ||= line.seconds > 0
  return { of, team }
}
