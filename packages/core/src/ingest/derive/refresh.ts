import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import { computeStandings, storeStandings } from '../../standings/table-queries.ts'
import { execute, isCounted, selectRows, type Database } from '../../store/index.ts'
import { refreshCounts, updateCounts } from './counts.ts'
import type { WrittenRecords } from '../write/merge-records.ts'
import type { BoxScore } from './player-season-totals.ts'
import { refreshPlayerSeasons, updatePlayerSeasons } from './player-seasons.ts'
import { allSettledOrThrow } from '../write/statements.ts'
import type { GameRow, WrittenGame } from '../write/game-row.ts'
import { rebuildClosing } from '../prices/write-quotes.ts'

const Id = z.object({ id: z.string() })

/** The columns of a game that are copied to its box lines. */
const COPIED = ['season_id', 'date', 'tip_off', 'status', 'stage', 'home_team_id', 'away_team_id'] as const

/** The columns of a game that standings depend on, before and after it is final. */
const RANKED_BY = [
  ...COPIED,
  'counts_in_standings',
  'home_group',
  'home_division',
  'away_group',
  'away_division',
] as const
const RANKED_BY_FINAL = ['home_score', 'away_score', 'periods'] as const

type Game = WrittenGame | GameRow

const differIn = (columns: readonly (keyof WrittenGame)[], now: Game, before: Game): boolean =>
  columns.some((column) => !isDeepStrictEqual(now[column], before[column]))

/** Whether the standings of a season may differ after the write; they ignore the running score of a game in progress. */
const changesStandings = (now: Game, before: Game | undefined): boolean =>
  before === undefined ||
  differIn(RANKED_BY, now, before) ||
  (now.status === 'final' && differIn(RANKED_BY_FINAL, now, before))

/** Copies the columns of a game to its box lines; of all games if `id` is undefined. */
const copyToLines = (tx: Database, id: string | undefined): Promise<unknown> =>
  execute(
    tx,
    sql`update box_lines l set season_id = g.season_id, date = g.date, tip_off_order = g.tip_off_order,
          final = g.status = 'final', counted = ${isCounted},
          team_id = case l.side when 'home' then g.home_team_id else g.away_team_id end
        from games g
        where g.id = l.game_id and ${id === undefined ? sql`true` : sql`l.game_id = ${id}`}
          and (l.season_id, l.date, l.tip_off_order, l.final, l.counted, l.team_id) is distinct from
            (g.season_id, g.date, g.tip_off_order, g.status = 'final', ${isCounted},
             case l.side when 'home' then g.home_team_id else g.away_team_id end)`,
  )

/**
 * Updates derived rows after a game was written: the counts, the season totals of its players, and which standings are
 * stale, in its season and in its former one.
 *
 * @param lines the lines of the game after and before the write
 * @param records the records whose names or rules have changed, which can change the order of standings
 */
export const refreshDerived = async (
  tx: Database,
  now: WrittenGame,
  before: GameRow | undefined,
  lines: { now: BoxScore['lines']; before: BoxScore['lines'] },
  { ruled, renamed }: WrittenRecords,
): Promise<void> => {
  const seasons = [...new Set([now.season_id, before?.season_id ?? now.season_id])]
  const replaced = before && { game: before, lines: lines.before }
  if (before !== undefined && differIn(COPIED, now, before)) await copyToLines(tx, now.id)
  await allSettledOrThrow(
    updateCounts(tx, now, before),
    updatePlayerSeasons(tx, { game: now, lines: lines.now }, replaced),
    markStandingsStale(tx, {
      competitions: ruled,
      teams: renamed.teams,
      seasons: changesStandings(now, before) ? seasons : [],
    }),
  )
}

/** Rebuilds every derived row from games, box lines and quotes; the result equals what ingest maintains. */
export const rebuildDerived = async (tx: Database): Promise<void> => {
  await copyToLines(tx, undefined)
  await refreshCounts(tx, undefined)
  await refreshPlayerSeasons(tx, undefined)
  const seasons = await selectRows(tx, Id, sql`select id from seasons`)
  for (const { id } of seasons) await storeStandings(tx, id, await computeStandings(tx, id))
  await rebuildClosing(tx)
}
