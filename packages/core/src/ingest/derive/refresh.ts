import { sql } from 'drizzle-orm'
import { recordUnknownChange } from '../../changes/record-queries.ts'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import { computeStandings, storeStandings } from '../../standings/table-queries.ts'
import {
  execute,
  isCounted,
  lockGamesExclusive,
  within,
  type Database,
  type Store,
  selectIds,
} from '../../store/index.ts'
import { COPIED_TO_LINES, differIn, LISTED_BY, type WrittenWithParts } from '../changes.ts'
import { refreshCounts, updateCounts } from './counts.ts'
import type { WrittenRecords } from '../write/merge-records.ts'
import { deriveWhere, LACKS_LINE_UPS, rebuildLineUps } from './line-ups.ts'
import { deriveLiveWhere, LACKS_LIVE } from './live.ts'
import { refreshPlayerSeasons, updatePlayerSeasons } from './player-seasons.ts'
import { recountTrends } from './team-trends.ts'
import { allSettledOrThrow } from '../write/statements.ts'
import type { GameRow, WrittenGame } from '../write/game-row.ts'
import { rebuildClosing } from '../prices/write-quotes.ts'

/** The columns that standings depend on besides, once a game is final. */
const RANKED_BY_FINAL = ['home_score', 'away_score', 'periods'] as const

type Game = WrittenGame | GameRow

/** Whether standings and trends may differ after the write; they ignore the running score of a game in progress. */
export const changesResult = (after: Game, before: Game | undefined): boolean =>
  before === undefined ||
  differIn(LISTED_BY, after, before) ||
  (after.status === 'final' && differIn(RANKED_BY_FINAL, after, before))

/** Copies the columns of games to their box lines; of all games if `ids` is undefined. */
const copyToLines = (tx: Database, ids: readonly string[] | undefined): Promise<unknown> =>
  execute(
    tx,
    sql`update box_lines l set season_id = g.season_id, date = g.date, tip_off_order = g.tip_off_order,
          final = g.status = 'final', counted = ${isCounted},
          team_id = case l.side when 'home' then g.home_team_id else g.away_team_id end
        from games g
        where g.id = l.game_id and ${within(sql`l.game_id`, ids)}
          and (l.season_id, l.date, l.tip_off_order, l.final, l.counted, l.team_id) is distinct from
            (g.season_id, g.date, g.tip_off_order, g.status = 'final', ${isCounted},
             case l.side when 'home' then g.home_team_id else g.away_team_id end)`,
  )

const isCopied = ({ after, before }: WrittenWithParts): boolean =>
  before !== undefined && differIn(COPIED_TO_LINES, after.game, before.game)

/** The seasons whose standings may differ after the write. */
const rankedSeasons = ({ after, before }: WrittenWithParts): string[] =>
  changesResult(after.game, before?.game) ? [after.game.season_id, before?.game.season_id ?? after.game.season_id] : []

/**
 * Updates derived rows after games were written: the counts, the season totals of their players, and which standings are
 * stale, in their seasons and in their former ones.
 *
 * @param records the records whose names or rules have changed, which can change the order of standings
 */
export const refreshDerived = async (
  tx: Database,
  written: readonly WrittenWithParts[],
  { ruled, renamed }: WrittenRecords,
): Promise<void> => {
  const copied = written.filter(isCopied).map(({ after }) => after.game.id)
  await allSettledOrThrow(
    ...(copied.length === 0 ? [] : [copyToLines(tx, copied)]),
    updateCounts(
      tx,
      written.map(({ after, before }) => ({ after: after.game, before: before?.game })),
    ),
    markStandingsStale(tx, {
      competitions: ruled,
      teams: renamed.teams,
      seasons: [...new Set(written.flatMap(rankedSeasons))],
    }),
    updatePlayerSeasons(tx, written),
  )
}

const copyToBoxes = (tx: Database): Promise<unknown> =>
  execute(tx, sql`update team_boxes b set date = g.date from games g where g.id = b.game_id and b.date <> g.date`)

/** Rebuilds every derived row from games, box lines and quotes, unless the signal is aborted meanwhile; the result equals what ingest maintains. */
export const rebuildDerived = async (tx: Database, signal?: AbortSignal): Promise<void> => {
  const seasons = await selectIds(tx, sql`select id from seasons`)
  const steps = [
    () => copyToLines(tx, undefined),
    () => copyToBoxes(tx),
    () => refreshCounts(tx, undefined),
    () => refreshPlayerSeasons(tx, undefined),
    ...seasons.map((id) => async () => storeStandings(tx, id, await computeStandings(tx, id))),
    () => rebuildLineUps(tx),
    () => deriveLiveWhere(tx, sql`true`),
    () => rebuildClosing(tx),
    () => recountTrends(tx, undefined),
  ]
  for (const step of steps) {
    signal?.throwIfAborted()
    await step()
  }
  signal?.throwIfAborted()
}

/** Derives what an upgraded database lacks: line-ups, and what the live board shows. */
export const deriveMissing = async (store: Store): Promise<void> => {
  const lacking = await execute(store.db, sql`select 1 from games g where ${LACKS_LINE_UPS} or ${LACKS_LIVE} limit 1`)
  if (lacking.length === 0) return
  await store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    await deriveWhere(tx, LACKS_LINE_UPS)
    await deriveLiveWhere(tx, LACKS_LIVE)
    await recordUnknownChange(tx)
  })
}
