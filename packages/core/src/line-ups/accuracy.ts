import type { CompetitionRef, InexactReason, MendedCode, SeasonRef } from '../contract/index.ts'
import type { Store } from '../store/index.ts'
import { countGames, selectGameIds, selectGames, selectSeasons, type GameRow, type Line } from './accuracy-queries.ts'

/** A game whose line-ups are not exact, with the reasons. */
export type InexactGame = { id: string; date: string; home: string; away: string; reasons: InexactReason[] }

/** How exact the line-ups and possessions of a season are. Games that statistics do not count are left out. */
export type SeasonAccuracy = {
  competition: CompetitionRef
  season: SeasonRef
  games: number
  /** Games with a play-by-play; the rest of this record is about them. */
  with_events: number
  exact: number
  /** Lines of players who played, and those of them whose stints add up to the minutes of the box score to the second. */
  lines: number
  exact_lines: number
  /** Lines for which the feed has a plus/minus, and those of them for which the stints give the same. */
  plus_minus: number
  equal_plus_minus: number
  /** Games in which one team has more than two possessions more than the other. */
  apart: number
  periods: number
  /** Periods in which one team has two possessions more than the other. */
  uneven_periods: number
  /** Periods with two possessions of one team in a row, by a rule or not. */
  repeating_periods: number
  /** Games with two possessions of one team in a row that no rule explains. */
  not_alternating: number
  /** Periods of which two independent counts of possessions disagree. */
  doubtful_periods: number
  /** Games in which something was mended or contradicts the stints, by what it is. */
  mended: Partial<Record<MendedCode, number>>
  inexact: InexactGame[]
}

/** Games that are in memory at the same time. */
const TOGETHER = 100

/** Seconds and plus/minus of each player, from the stints. */
const sumStints = ({ stints }: GameRow): Map<string, { seconds: number; plusMinus: number }> => {
  const sums = new Map<string, { seconds: number; plusMinus: number }>()
  for (const { start, end, players, points_for, points_against } of [...stints.home, ...stints.away])
    for (const player of players) {
      const { seconds, plusMinus } = sums.get(player) ?? { seconds: 0, plusMinus: 0 }
      sums.set(player, { seconds: seconds + start - end, plusMinus: plusMinus + points_for - points_against })
    }
  return sums
}

const addLines = (into: SeasonAccuracy, game: GameRow, lines: readonly Line[]): void => {
  const sums = sumStints(game)
  for (const { player_id, seconds, plus_minus } of lines) {
    const sum = sums.get(player_id)
    into.lines += 1
    if (seconds !== null && (sum?.seconds ?? 0) === seconds) into.exact_lines += 1
    if (plus_minus === null) continue
    into.plus_minus += 1
    if (sum?.plusMinus === plus_minus) into.equal_plus_minus += 1
  }
}

const addPossessions = (into: SeasonAccuracy, { possessions, alternating, doubtful_periods }: GameRow): void => {
  const lead = (of: GameRow['possessions']) =>
    Math.abs(of.reduce((sum, { side }) => sum + (side === 'home' ? 1 : -1), 0))
  const periods = [...Map.groupBy(possessions, ({ period }) => period).values()]
  const repeats = (of: GameRow['possessions']) => of.some(({ side }, at) => side === of[at - 1]?.side)
  if (lead(possessions) > 2) into.apart += 1
  if (!alternating) into.not_alternating += 1
  into.periods += periods.length
  into.uneven_periods += periods.filter((of) => lead(of) >= 2).length
  into.repeating_periods += periods.filter(repeats).length
  into.doubtful_periods += doubtful_periods.length
}

/** Reasons with the names of players in the place of their ids. */
const withNames = (reasons: readonly InexactReason[], lines: readonly Line[]): InexactReason[] => {
  const names = new Map(lines.map(({ player_id, name }) => [player_id, name]))
  const getName = (id: string): string => names.get(id) ?? id
  return reasons.map(({ code, message }) => ({ code, message: message.replaceAll(/\bpl_\w+/g, getName) }))
}

const addGame = (into: SeasonAccuracy, game: GameRow, lines: readonly Line[]): void => {
  const { id, date, home, away, reasons } = game
  if (game.exact) into.exact += 1
  else into.inexact.push({ id, date, home, away, reasons: withNames(reasons, lines) })
  for (const code of new Set(game.notes.map((note) => note.code))) into.mended[code] = (into.mended[code] ?? 0) + 1
  addLines(into, game, lines)
  addPossessions(into, game)
}

/** Measures the line-ups of every season that has a play-by-play, season by season. */
export async function* measureAccuracy(store: Store): AsyncGenerator<SeasonAccuracy, void, undefined> {
  for (const { season, competition } of await selectSeasons(store)) {
    const counts = await countGames(store, season.id)
    if (counts.with_events === 0) continue
    const measured: SeasonAccuracy = {
      competition,
      season,
      ...counts,
      exact: 0,
      lines: 0,
      exact_lines: 0,
      plus_minus: 0,
      equal_plus_minus: 0,
      apart: 0,
      periods: 0,
      uneven_periods: 0,
      repeating_periods: 0,
      not_alternating: 0,
      doubtful_periods: 0,
      mended: {},
      inexact: [],
    }
    const ids = await selectGameIds(store, season.id)
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const { games, lines } = await selectGames(store, ids.slice(at, at + TOGETHER))
      const linesByGame = Map.groupBy(lines, ({ game_id }) => game_id)
      for (const game of games) addGame(measured, game, linesByGame.get(game.id) ?? [])
    }
    yield measured
  }
}
