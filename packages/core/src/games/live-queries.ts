import { and, asc, eq, gte, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { EVERYTHING, getScore, LIVE_PARTS, toDateTime, type LiveGame, type Side } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import { gameColumns, joinGameRecords, toGame } from '../records/game-queries.ts'
import { selectPlayerRefs, toEvent, type FindPlayer } from '../records/read-parts.ts'
import { competitions, games, selectRows, type Database, type Store } from '../store/index.ts'

/** Which games are on a board: those that are running, and those of a day. */
export type BoardFilters = {
  competition: string | undefined
  /** Undefined: the day that it is now in the time zone of each competition. */
  date: string | undefined
  now: Date
  /** The first day that the caller may read; null: no bound. */
  from: string | null
}

const isToday = (now: Date): SQL => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const utc = sql`(${moment} at time zone 'UTC')::date`
  const local = sql`(${moment} at time zone coalesce(${competitions.time_zone}, 'UTC'))::date`
  // The first condition finds the games in an index.
  return sql`(${games.date} between ${utc} - 1 and ${utc} + 1 and ${games.date} = ${local})`
}

const isListed = ({ competition, date, now, from }: BoardFilters): SQL | undefined =>
  and(
    or(sql`${games.running}`, date === undefined ? isToday(now) : eq(games.date, date)),
    competition === undefined ? undefined : eq(games.competition_id, competition),
    from === null ? undefined : gte(games.date, from),
  )

/** SQL: when a game begins; games without a tip-off come last. */
const TIP_OFF = sql`coalesce(${games.tip_off}, 'infinity')`

/** The sort values of a game on a board. */
export const toLiveKeyset = ({ game: { tip_off, id } }: LiveGame): Keyset => [tip_off ?? 'infinity', id]

const PARTS = sql.raw(LIVE_PARTS.map((part) => `'${part}'`).join(', '))

/** SQL: the latest change of a game that a board shows. */
const selectLatest = (value: SQL) =>
  sql<number>`(select ${value} from changes c where c.record_id = ${games.id} and c.part in (${PARTS}))::float8`

const selectRowsOfBoard = (db: Database, filters: BoardFilters, { limit, offset, after }: Range) =>
  joinGameRecords(
    db
      .select({
        ...gameColumns,
        periods: games.periods,
        live: games.live,
        updated_at: selectLatest(sql`extract(epoch from max(c.at)) * 1000`),
        number: selectLatest(sql`max(c.number)`),
      })
      .from(games)
      .$dynamic(),
  )
    .where(and(isListed(filters), after && sql`(${TIP_OFF}, ${games.id}) > (${after[0]}::timestamptz, ${after[1]})`))
    .orderBy(asc(TIP_OFF), games.id)
    .limit(limit)
    .offset(offset)

type BoardRow = Awaited<ReturnType<typeof selectRowsOfBoard>>[number]

const toLiveGame = (row: BoardRow, findPlayer: FindPlayer): LiveGame => {
  const game = toGame(row)
  const { live, updated_at } = row
  const { home_score, away_score, ...score } = getScore(row, live)
  // The league's own points are those of a game that is over; before, the periods add up to the score.
  const periods = (score.state === 'ended' ? row.periods : null) ?? live?.periods
  const toSide = (side: Side, points: number | null) => ({
    score: points,
    periods: periods?.[side] ?? [],
    fouls: live?.fouls?.[side] ?? null,
  })
  const findFive = (side: Side) => live?.on_court?.[side].flatMap((id) => findPlayer(id) ?? []) ?? []
  const on_court = { home: findFive('home'), away: findFive('away') }
  return {
    game,
    ...score,
    home: toSide('home', home_score),
    away: toSide('away', away_score),
    last_event: live?.last_event ? toEvent(game, live.last_event, findPlayer) : null,
    on_court: live?.on_court ? on_court : null,
    updated_at: toDateTime(new Date(updated_at)),
  }
}

const Numbered = z.object({ number: z.number() })

/**
 * The games of a board by tip-off, and the number of the latest change of any of them, or of which games there are. It says
 * nothing of other games, so that the same board has the same number in all processes.
 */
export const selectBoard = (
  store: Store,
  filters: BoardFilters,
  range: Range,
): Promise<{ number: number; games: LiveGame[] }> =>
  store.transaction(async (tx) => {
    const [listed] = await selectRows(
      tx,
      Numbered,
      sql`select coalesce(max(number), 0)::float8 as number from changes
          where record_id = ${filters.competition ?? EVERYTHING} and part = 'games'`,
    )
    const rows = await selectRowsOfBoard(tx, filters, range)
    const findPlayer = await selectPlayerRefs(
      tx,
      rows.flatMap(({ live }) => [
        live?.last_event?.player_id ?? null,
        ...(live?.on_court?.home ?? []),
        ...(live?.on_court?.away ?? []),
      ]),
    )
    return {
      number: Math.max(listed?.number ?? 0, ...rows.map(({ number }) => number)),
      games: rows.map((row) => toLiveGame(row, findPlayer)),
    }
  }, 'read one snapshot')

/** The number of games of a board. */
export const countBoard = async ({ db }: Store, filters: BoardFilters): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .where(isListed(filters))
  return row?.total ?? 0
}
