import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordUnknownChange } from '../../changes/record-queries.ts'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import { computeStandings, storeStandings } from '../../standings/table-queries.ts'
import {
  execute,
  isCounted,
  lockGamesExclusive,
  selectRows,
  within,
  type Database,
  type Store,
} from '../../store/index.ts'
import { differIn } from '../changes.ts'
import { refreshCounts, updateCounts } from './counts.ts'
import type { WrittenRecords } from '../write/merge-records.ts'
import { deriveWhere, LACKS_LINE_UPS, rebuildLineUps } from './line-ups.ts'
import { deriveLiveWhere, LACKS_LIVE } from './live.ts'
import type { BoxScore } from './player-season-totals.ts'
import { refreshPlayerSeasons, updatePlayerSeasons } from './player-seasons.ts'
import { allSettledOrThrow } from '../write/statements.ts'
import type { GameRow, WrittenGame } from '../write/game-row.ts'
import { rebuildClosing } from '../prices/write-quotes.ts'

const Id = z.object({ id: z.string() })

/** The columns of a game that are copied to its box lines. */
const COPIED = [
  'season_id',
  'date',
  'tip_off',
  'status',
  'stage',
  'counts_in_statistics',
  'home_team_id',
  'away_team_id',
] as const

/** The columns of a game that standings depend on, before and after it is final. */
const RANKED_BY = [
  ...COPIED,
  'counts_in_standings',
  'neutral',
  'home_group',
  'home_division',
  'away_group',
  'away_division',
] as const
const RANKED_BY_FINAL = ['home_score', 'away_score', 'periods'] as const

type Game = WrittenGame | GameRow

/** Whether the standings of a season may differ after the write; they ignore the running score of a game in progress. */
const changesStandings = (after: Game, before: Game | undefined): boolean =>
  before === undefined ||
  differIn(RANKED_BY, after, before) ||
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

/** A game with the lines of its box score, as a write leaves it and as it was stored; undefined if it is new. */
export type GameChange = {
  after: { game: WrittenGame; lines: BoxScore['lines'] }
  before: { game: GameRow; lines: BoxScore['lines'] } | undefined
}

const isCopied = ({ after, before }: GameChange): boolean =>
  before !== undefined && differIn(COPIED, after.game, before.game)

/** The seasons whose standings may differ after the write. */
const rankedSeasons = ({ after, before }: GameChange): string[] =>
  changesStandings(after.game, before?.game)
    ? [after.game.season_id, before?.game.season_id ?? after.game.season_id]
    : []

/**
 * Updates derived rows after games were written: the counts, the season totals of their players, and which standings are
 * stale, in their seasons and in their former ones.
 *
 * @param records the records whose names or rules have changed, which can change the order of standings
 */
export const refreshDerived = async (
  tx: Database,
  written: readonly GameChange[],
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

/** Rebuilds every derived row from games, box lines and quotes; the result equals what ingest maintains. */
export const rebuildDerived = async (tx: Database): Promise<void> => {
  await copyToLines(tx, undefined)
  await copyToBoxes(tx)
  await refreshCounts(tx, undefined)
  await refreshPlayerSeasons(tx, undefined)
  const seasons = await selectRows(tx, Id, sql`select id from seasons`)
  for (const { id } of seasons) await storeStandings(tx, id, await computeStandings(tx, id))
  await rebuildLineUps(tx)
  await deriveLiveWhere(tx, sql`true`)
  await rebuildClosing(tx)
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
