import { sql } from 'drizzle-orm'
import {
  boxLines,
  competitions,
  games,
  playByPlays,
  players,
  playerSeasons,
  playerSeasonTotals,
  seasonDays,
  seasons,
  shotCharts,
  teamBoxes,
  teams,
  teamSeasons,
  warnings,
  type Store,
} from '../../packages/core/src/store/index.ts'

export type Game = typeof games.$inferSelect
export type Line = typeof boxLines.$inferSelect

/** A box-score line with its game. */
export type Entry = { line: Line; game: Game }

/** What is stored. Recounts use games and their parts; what is derived from them is compared with the recounts. */
export type History = Awaited<ReturnType<typeof readHistory>>

export type Season = History['seasons'][number]

/** Reads everything at once, so a whole league is in memory. */
export const readHistory = async ({ db }: Store) => {
  const [stored, lines] = [await db.select().from(games), await db.select().from(boxLines)]
  const all = stored.toSorted(newestFirst)
  const byId = new Map(all.map((game, index) => [game.id, { game, index }]))
  const entries = lines.flatMap((line) => {
    const found = byId.get(line.game_id)
    return found?.game.status === 'final' ? [{ line, ...found }] : []
  })
  return {
    competitions: await db.select().from(competitions),
    seasons: await db.select().from(seasons),
    teams: await db.select().from(teams),
    players: await db.select().from(players),
    /** Newest first. */
    games: all,
    lines: Map.groupBy(lines, ({ game_id }) => game_id),
    /** The lines of final games, newest first. */
    entries: entries.toSorted((a, b) => a.index - b.index).map(({ line, game }): Entry => ({ line, game })),
    boxes: await db.select().from(teamBoxes),
    /** How many events each play-by-play has, and the score in the last one. */
    plays: await db
      .select({
        game_id: playByPlays.game_id,
        events: sql<number>`json_array_length(${playByPlays.events})`,
        home_score: sql<number | null>`(${playByPlays.events}->-1->>'home_score')::integer`,
        away_score: sql<number | null>`(${playByPlays.events}->-1->>'away_score')::integer`,
      })
      .from(playByPlays),
    shots: await db
      .select({ game_id: shotCharts.game_id, shots: sql<number>`jsonb_array_length(${shotCharts.shots})` })
      .from(shotCharts),
    warnings: await db.select({ game_id: warnings.game_id, code: warnings.code }).from(warnings),
    derived: {
      playerSeasons: await db.select().from(playerSeasons),
      playerSeasonTotals: await db.select().from(playerSeasonTotals),
      teamSeasons: await db.select().from(teamSeasons),
      seasonDays: await db.select().from(seasonDays),
    },
  }
}

/** The reference to a record: its id and name. */
export const refIn = (records: { id: string; name: string }[], id: string): { id: string; name: string } => {
  const record = records.find((one) => one.id === id)
  if (record === undefined) throw new RangeError(`there is no ${id}`)
  return { id, name: record.name }
}

/** Whether statistics count a game. */
export const isCounted = ({ status, stage, counts_in_statistics }: Game): boolean =>
  status === 'final' && counts_in_statistics && stage !== 'preseason' && stage !== 'all-star'

/** The name of a record by its id, or the id. */
export const nameIn = (records: readonly { id: string; name: string }[], id: string): string =>
  records.find((record) => record.id === id)?.name ?? id

const order = ({ date, tip_off, id }: Game): [string, number, string] => [date, tip_off?.getTime() ?? -Infinity, id]

/** Orders games newest first, and games of the same moment by id. */
export const newestFirst = (one: Game, other: Game): number => {
  const [[date, tip_off, id], [otherDate, otherTipOff, otherId]] = [order(one), order(other)]
  if (date !== otherDate) return date > otherDate ? -1 : 1
  if (tip_off !== otherTipOff) return tip_off > otherTipOff ? -1 : 1
  return id < otherId ? -1 : 1
}

/** Where a team played, for records and splits: a neutral court is neither at home nor away. */
export const getVenue = (side: 'home' | 'away', { neutral }: Game): 'home' | 'away' | 'neutral' =>
  neutral ? 'neutral' : side

/** A game from the perspective of one of its teams. */
export const seenFrom = (side: 'home' | 'away', game: Game) => {
  const [own, other] = [game.home_score ?? 0, game.away_score ?? 0]
  return side === 'home'
    ? { game, venue: side, team: game.home_team_id, opponent: game.away_team_id, scored: own, allowed: other }
    : { game, venue: side, team: game.away_team_id, opponent: game.home_team_id, scored: other, allowed: own }
}

/** The games of a team among `all`, from its perspective, newest first. */
export const listGames = (team: string, all: Game[]) =>
  all
    .toSorted(newestFirst)
    .flatMap((game) => [seenFrom('home', game), seenFrom('away', game)])
    .filter((seen) => seen.team === team)

export const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)

/** The sum of values; null without values, or if one of them is unknown. */
export const totalIfKnown = (values: (number | null)[]): number | null => {
  const some = values.filter((value) => value !== null)
  return some.length === 0 || some.length < values.length ? null : total(some)
}

/** The quotient; null if either number is unknown or the divisor is 0. */
export const quotient = (dividend: number | null, divisor: number | null): number | null =>
  dividend === null || divisor === null || divisor === 0 ? null : dividend / divisor

export const mean = (values: number[]): number | null => quotient(total(values), values.length)

/** Seconds that a game lasted: by its periods, or else the length that the playing time of a team fits best. */
export const getLength = (history: History, game: Game): number | null => {
  const competition = history.competitions.find(({ id }) => id === game.competition_id)
  if (competition === undefined) throw new RangeError(`there is no ${game.competition_id}`)
  const regular = competition.periods
  const extra = competition.overtime_minutes * 60
  const regulation =
    60 * (game.period_minutes === null ? competition.regulation_minutes : game.period_minutes * regular)
  const periods = game.periods?.home.length ?? 0
  if (periods >= regular) return regulation + extra * (periods - regular)
  const times = (['home', 'away'] as const).flatMap((side) => {
    const played = history.entries.filter(({ line }) => line.game_id === game.id && line.side === side && line.played)
    return totalIfKnown(played.map(({ line }) => line.seconds)) ?? []
  })
  const overtimes = Array.from({ length: 30 }, (_, n) => regulation + extra * n)
  const distance = (length: number) => Math.min(...times.map((time) => Math.abs(time / 5 - length)))
  const [first, second] = times
  if (times.length === 2 && first === second && first !== 0 && (first ?? 0) % 300 === 0) return (first ?? 0) / 5
  const [best] = overtimes.toSorted((a, b) => distance(a) - distance(b))
  return best !== undefined && distance(best) <= extra / 2 ? best : null
}
