import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Periods, TieBreak, type LineUpNote, type Side } from '../../contract/index.ts'
import {
  countsForStatistics,
  getCourtRules,
  onCourt,
  plusMinus,
  type CountedBy,
  type CourtGame,
  type OnCourt,
  type Points,
  type Stint,
} from '../../statistics/index.ts'
import { COUNTED } from '../../statistics/on-court/columns.ts'
import {
  execute,
  fives,
  lineUps,
  periodColumns,
  PeriodFormat,
  selectRows,
  within,
  type Database,
  type StoredFive,
} from '../../store/index.ts'
import { readParts, type Parts } from '../write/game-parts.ts'
import type { GameRow } from '../write/game-row.ts'
import { allSettledOrThrow, insertRows, insertWithDocument } from '../write/statements.ts'

/** What line-ups are derived from, in addition to the parts of a game. */
export type LineUpGame = Pick<
  GameRow,
  'id' | 'season_id' | 'date' | 'status' | keyof CountedBy | 'home_team_id' | 'away_team_id'
> & {
  competition: Parameters<typeof getCourtRules>[0]
}

type LineUpRow = typeof lineUps.$inferInsert
type FiveRow = typeof fives.$inferInsert

/** The line-ups of a game: a row, and one for the fives of each team if they are exact and statistics count the game. */
export type DerivedLineUps = { row: LineUpRow; fives: FiveRow[]; plusMinus: ReadonlyMap<string, number> }

const storedStint = ({ period, start, end, players, own, opponent }: Stint) => ({
  period,
  start,
  end,
  players: [...players],
  points_for: own.points,
  points_against: opponent.points,
  possessions: own.possessions,
})

/** What each five of a team did in a game; no row without stints. */
const fiveRows = (game: LineUpGame, side: Side, stints: readonly Stint[]): FiveRow[] => {
  const found = new Map<string, StoredFive>()
  for (const { start, end, players, own, opponent } of stints) {
    const sorted = players.toSorted()
    const key = sorted.join()
    const [, ...before] = found.get(key) ?? [sorted]
    const values = [start - end, ...COUNTED.flatMap((name) => [own[name], opponent[name]])]
    found.set(key, [sorted, ...values.map((value, at) => value + (before[at] ?? 0))])
  }
  if (found.size === 0) return []
  const team_id = game[`${side}_team_id`]
  return [{ game_id: game.id, team_id, season_id: game.season_id, fives: [...found.values()] }]
}

type CourtSums = Record<Side, ReadonlyMap<string, number> | null>

/** The lines of a side whose plus/minus in the box score is not that of the stints. */
const plusMinusNotes = (side: Side, sums: CourtSums[Side], lines: Parts['lines']): LineUpNote[] => {
  const differing = lines.flatMap(({ player_id, played, plus_minus, ...line }) => {
    const sum = sums?.get(player_id) ?? 0
    if (sums === null || line.side !== side || !played || plus_minus == null || plus_minus === sum) return []
    return [`${player_id} has ${plus_minus} instead of ${sum}`]
  })
  if (differing.length === 0) return []
  const message = `${side}: the box score has another plus/minus than the stints: ${differing.join(', ')}.`
  return [{ code: 'plus_minus_differs', message }]
}

/** With the clocks cut to seconds, as they are stored; so times still add up to those of the periods. */
const cut = <Timed extends { start: number; end: number }>(timed: readonly Timed[]): Timed[] =>
  timed.map((each) => ({ ...each, start: Math.floor(each.start), end: Math.floor(each.end) }))

const cutToSeconds = ({ home, away, possessions, ...found }: OnCourt): OnCourt => ({
  ...found,
  home: { ...home, stints: cut(home.stints) },
  away: { ...away, stints: cut(away.stints) },
  possessions: cut(possessions),
})

const toRow = (game: LineUpGame, found: OnCourt, notes: LineUpNote[]): LineUpRow => ({
  game_id: game.id,
  exact: found.exact,
  reasons: [...found.home.reasons, ...found.away.reasons],
  notes,
  stints: { home: found.home.stints.map(storedStint), away: found.away.stints.map(storedStint) },
  possessions: found.possessions.map(({ retained: _retained, ended: _ended, first, last, ...possession }) => ({
    ...possession,
    first_seq: first + 1,
    last_seq: last + 1,
  })),
  alternating: found.alternating,
  doubtful_periods: found.doubtful,
})

/** A game as `statistics/on-court` reads it. */
export const toCourtGame = (game: LineUpGame, { events, lines }: Pick<Parts, 'events' | 'lines'>): CourtGame => {
  const getLines = (side: Side) =>
    lines
      .filter((line) => line.side === side)
      .map(({ player_id, starter, played, seconds = null }) => ({ player: player_id, starter, played, seconds }))
  return {
    events: events.map(({ player_id, clock, tenths, ...event }) => ({
      ...event,
      clock: clock === null || tenths === undefined ? clock : `${clock}.${tenths}`,
      player: player_id,
    })),
    home: getLines('home'),
    away: getLines('away'),
    rules: getCourtRules(game.competition, game.date),
  }
}

/** Derives the line-ups of a game; null for one that is not final or has no play-by-play. */
export const deriveLineUps = (
  game: LineUpGame,
  { events, lines }: Pick<Parts, 'events' | 'lines'>,
): DerivedLineUps | null => {
  if (game.status !== 'final' || events.length === 0) return null
  const found = cutToSeconds(onCourt(toCourtGame(game, { events, lines })))
  const sums: CourtSums = { home: plusMinus(found.home), away: plusMinus(found.away) }
  const notes = (side: Side) => [...found[side].notes, ...plusMinusNotes(side, sums[side], lines)]
  const isCounted = found.exact && countsForStatistics(game)
  return {
    row: toRow(game, found, [...notes('home'), ...notes('away')]),
    fives: isCounted
      ? [...fiveRows(game, 'home', found.home.stints), ...fiveRows(game, 'away', found.away.stints)]
      : [],
    plusMinus: new Map([...(sums.home ?? []), ...(sums.away ?? [])]),
  }
}

/** The lines of a box score with the plus/minus that line-ups give where the feed has none. */
export const withPlusMinus = (lines: Parts['lines'], derived: DerivedLineUps | null): Parts['lines'] =>
  lines.map((line) => {
    const computed = line.plus_minus == null && line.played ? (derived?.plusMinus.get(line.player_id) ?? null) : null
    return computed === (line.computed_plus_minus ?? null) ? line : { ...line, computed_plus_minus: computed }
  })

/** The statements that delete the line-ups of games. */
export const deleteLineUps = (ids: readonly string[]): SQL[] => [
  sql`delete from line_ups where ${within(sql`game_id`, ids)}`,
  sql`delete from fives where ${within(sql`game_id`, ids)}`,
]

/** The statements that insert line-ups. */
export const insertLineUps = (derived: readonly (DerivedLineUps | null)[]): SQL[] => [
  ...derived.flatMap((each) => (each === null ? [] : insertWithDocument(lineUps, each.row))),
  ...insertRows(
    fives,
    derived.flatMap((each) => each?.fives ?? []),
  ),
]

/** The statements that store the computed plus/minus of lines that no bundle replaces. */
export const updatePlusMinus = (lines: readonly Parts['lines'][number][]): SQL[] => {
  if (lines.length === 0) return []
  const rows = lines.map(({ game_id, player_id, computed_plus_minus = null }) => ({
    game_id,
    player_id,
    computed_plus_minus,
  }))
  return [
    sql`update box_lines l set computed_plus_minus = row.computed_plus_minus
        from json_to_recordset(${JSON.stringify(rows)}::json) as row (game_id text, player_id text, computed_plus_minus integer)
        where l.game_id = row.game_id and l.player_id = row.player_id
          and l.computed_plus_minus is distinct from row.computed_plus_minus`,
  ]
}

const StoredGame = z.object({
  id: z.string(),
  season_id: z.string(),
  date: z.string(),
  status: z.enum(['scheduled', 'final', 'no_result']),
  stage: z.string().nullable(),
  counts_in_statistics: z.boolean(),
  home_team_id: z.string(),
  away_team_id: z.string(),
  ...PeriodFormat.shape,
  tie_break: TieBreak,
  scores: Periods.nullable(),
  given: z.object({ home: z.number(), away: z.number() }).nullable(),
})

/** Games whose parts are read together. */
const TOGETHER = 50

/** A stored game with its parts and the score that bundles have of it while it is running. */
type GameWithParts = { game: LineUpGame & Pick<GameRow, 'periods'>; given: Points | null; parts: Parts }

/** Reads the games that a condition on `g` selects, some at a time. */
export async function* readGamesWithParts(tx: Database, condition: SQL): AsyncGenerator<GameWithParts[]> {
  const stored = await selectRows(
    tx,
    StoredGame,
    sql`select g.id, g.season_id, g.date::text as date, g.status, g.stage, g.counts_in_statistics, g.home_team_id,
          g.away_team_id, g.periods as scores, g.live -> 'given' as given, ${periodColumns}, c.tie_break
        from games g join competitions c on c.id = g.competition_id where ${condition} order by g.id`,
  )
  for (let at = 0; at < stored.length; at += TOGETHER) {
    const games = stored.slice(at, at + TOGETHER)
    const getParts = await readParts(
      tx,
      games.map(({ id }) => id),
    )
    yield games.map(({ regulation_minutes, periods, overtime_minutes, tie_break, scores, given, ...game }) => {
      const competition = { regulation_minutes, periods, overtime_minutes, tie_break }
      return { game: { ...game, periods: scores, competition }, given, parts: getParts(game.id) }
    })
  }
}

/** Derives the line-ups of the games that a condition on `g` selects, and the plus/minus that follows from them. */
export const deriveWhere = async (tx: Database, condition: SQL): Promise<void> => {
  for await (const games of readGamesWithParts(tx, condition)) {
    const derived = games.map(({ game, parts }) => {
      const each = deriveLineUps(game, parts)
      return { each, lines: withPlusMinus(parts.lines, each) }
    })
    await allSettledOrThrow(...insertLineUps(derived.map(({ each }) => each)).map((insert) => execute(tx, insert)))
    for (const update of updatePlusMinus(derived.flatMap(({ lines }) => lines))) await execute(tx, update)
  }
}

/** Derives the line-ups of some games anew. */
export const deriveLineUpsAgain = async (tx: Database, games: readonly string[]): Promise<void> => {
  for (const statement of deleteLineUps(games)) await execute(tx, statement)
  await deriveWhere(tx, sql`g.status = 'final' and g.has_playbyplay and ${within(sql`g.id`, games)}`)
}

/** Derives the line-ups of all games anew. */
export const rebuildLineUps = async (tx: Database): Promise<void> => {
  await execute(tx, sql`delete from line_ups`)
  await execute(tx, sql`delete from fives`)
  await deriveWhere(tx, sql`g.status = 'final' and g.has_playbyplay`)
}

/** SQL: final games `g` with a play-by-play that have no line-ups: an earlier version has written them. */
export const LACKS_LINE_UPS = sql`g.status = 'final' and g.has_playbyplay
  and not exists (select 1 from line_ups l where l.game_id = g.id)`
