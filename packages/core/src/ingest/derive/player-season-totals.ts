import { StatLine } from '../../contract/index.ts'
import { countsForStatistics, type CountedBy } from '../../statistics/index.ts'
import type { playerSeasons } from '../../store/index.ts'
import type { GameRow } from '../write/game-row.ts'
import type { GameRows } from '../write/part-rows.ts'

/** The columns of a box line that are added up. */
export const SUMMED = ['seconds', ...StatLine.keyof().options] as const
type Sums = Pick<typeof playerSeasons.$inferSelect, (typeof SUMMED)[number]>

/** The totals of a player in a season for one team. */
export type Totals = typeof playerSeasons.$inferSelect

/** A game with the lines of its box score, before or after a write. */
export type BoxScore = {
  game: Pick<GameRow, 'season_id' | 'date' | 'tip_off' | 'status' | keyof CountedBy | 'home_team_id' | 'away_team_id'>
  parts: Pick<GameRows, 'lines'>
}

/** A line that totals include: of a final game in which the player played. */
type Entry = {
  key: string
  game: BoxScore['game']
  player_id: string
  team_id: string
  counted: boolean
  starts: number
  number: string | null
  values: Sums
}

const toEntryKey = (player: string, season: string, team: string) => `${player} ${season} ${team}`

/** Sums of the columns; undefined if one of them needs the other lines. */
const sumEach = (sum: (column: keyof Sums) => number | null | undefined): Sums | undefined => {
  const sums: Partial<Sums> = {}
  for (const column of SUMMED) {
    const value = sum(column)
    if (value === undefined) return undefined
    sums[column] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every column has a value now
  return sums as Sums
}

const toEntries = ({ game, parts: { lines } }: BoxScore): Map<string, Entry> => {
  const counted = countsForStatistics(game)
  const entries = lines.flatMap((line): Entry[] => {
    const values = sumEach((column) => line[column] ?? null)
    if (game.status !== 'final' || !line.played || values === undefined) return []
    const { player_id, number = null } = line
    const team_id = line.side === 'home' ? game.home_team_id : game.away_team_id
    const key = toEntryKey(player_id, game.season_id, team_id)
    return [{ key, game, player_id, team_id, counted, starts: line.starter ? 1 : 0, number, values }]
  })
  return new Map(entries.map((entry) => [entry.key, entry]))
}

const plus = (sum: number | null, value: number | null) => (sum === null || value === null ? null : sum + value)

/** The shirt number in the latest game that has one, with one more game; undefined if it needs the other lines. */
const latestNumber = (stored: Totals, { game, number }: Entry): string | null | undefined => {
  if (number === stored.number || number === null) return stored.number
  return stored.number === null || game.date > stored.last_date ? number : undefined
}

/** The totals with one more game; undefined if they need the other lines. */
const withGame = (stored: Totals | undefined, entry: Entry): Totals | undefined => {
  const { game, player_id, team_id, counted, starts, values } = entry
  if (!counted) return undefined
  const { season_id, date } = game
  if (stored === undefined) {
    const days = { first_date: date, last_date: date, last_game: date }
    return { player_id, season_id, team_id, appearances: 1, games: 1, starts, number: entry.number, ...days, ...values }
  }
  const sums = stored.games === 0 ? values : sumEach((column) => plus(stored[column], values[column]))
  const number = latestNumber(stored, entry)
  if (number === undefined || sums === undefined) return undefined
  return {
    ...stored,
    ...sums,
    number,
    appearances: stored.appearances + 1,
    games: stored.games + 1,
    starts: stored.starts + starts,
    first_date: date < stored.first_date ? date : stored.first_date,
    last_date: date > stored.last_date ? date : stored.last_date,
    last_game: stored.last_game === null || date > stored.last_game ? date : stored.last_game,
  }
}

const sameMoment = (a: Entry, b: Entry): boolean =>
  a.game.date === b.game.date && a.game.tip_off?.getTime() === b.game.tip_off?.getTime()

/** The totals with another line for a game that they include; undefined if they need the other lines. */
const withCorrection = (stored: Totals | undefined, entry: Entry, before: Entry): Totals | undefined => {
  if (stored === undefined || !entry.counted || !before.counted || !sameMoment(entry, before)) return undefined
  if (entry.number !== before.number) return undefined
  const sums = sumEach((column) => {
    const [value, old] = [entry.values[column], before.values[column]]
    if (value === old) return stored[column]
    // The sum was unknown because of this line, and perhaps because of others too.
    if (old === null) return undefined
    return value === null ? null : plus(stored[column], value - old)
  })
  if (sums === undefined) return undefined
  return { ...stored, ...sums, starts: stored.starts + entry.starts - before.starts }
}

/** The box score of a game as a write leaves it, and as it was stored; undefined if the game is new. */
export type BoxScoreChange = { after: BoxScore; before: BoxScore | undefined }

/**
 * The totals that the writes of games change, from the stored ones. Most follow from the lines of these games alone;
 * `recount` has the players whose totals need all of their lines, because a line was removed, moved, or its number or an
 * unknown value changed.
 */
export const totalsAfter = (
  stored: readonly Totals[],
  written: readonly BoxScoreChange[],
): { changed: Totals[]; recount: string[] } => {
  const totals = new Map(stored.map((row) => [toEntryKey(row.player_id, row.season_id, row.team_id), row]))
  const changed = new Set<string>()
  const recount = new Set<string>()
  for (const { after, before } of written) {
    const [entries, former] = [toEntries(after), before === undefined ? new Map<string, Entry>() : toEntries(before)]
    for (const { key, player_id } of former.values()) if (!entries.has(key)) recount.add(player_id)
    for (const [key, entry] of entries) {
      const [row, old] = [totals.get(key), former.get(key)]
      const after = old === undefined ? withGame(row, entry) : withCorrection(row, entry, old)
      if (after === undefined) recount.add(entry.player_id)
      else {
        totals.set(key, after)
        changed.add(key)
      }
    }
  }
  return {
    changed: [...changed].flatMap((key) => totals.get(key) ?? []).filter(({ player_id }) => !recount.has(player_id)),
    recount: [...recount],
  }
}
