import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { computeStandings, storeStandings } from '../../standings/table-queries.ts'
import { execute, isCounted, selectRows, type Database } from '../../store/index.ts'
import { refreshCounts, within } from './counts.ts'
import type { Reordered } from '../write/merge-records.ts'
import { refreshPlayerSeasons } from './player-seasons.ts'
import { allSettledOrThrow } from '../write/statements.ts'
import type { GameRow } from '../write/game-row.ts'
import { rebuildClosing } from '../prices/write-quotes.ts'

type Derived = Pick<
  GameRow,
  | 'id'
  | 'season_id'
  | 'home_team_id'
  | 'away_team_id'
  | 'date'
  | 'tip_off'
  | 'status'
  | 'stage'
  | 'has_boxscore'
  | 'counts_in_standings'
  | 'home_group'
  | 'home_division'
  | 'away_group'
  | 'away_division'
>

const DERIVED_FROM = [
  'season_id',
  'home_team_id',
  'away_team_id',
  'date',
  'tip_off',
  'status',
  'stage',
  'has_boxscore',
  'counts_in_standings',
  'home_group',
  'home_division',
  'away_group',
  'away_division',
] as const satisfies (keyof Derived)[]

const Id = z.object({ id: z.string() })

const same = (a: Derived, b: Derived): boolean =>
  DERIVED_FROM.every((column) => JSON.stringify(a[column]) === JSON.stringify(b[column]))

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

const refreshStandings = async (tx: Database, season: string): Promise<void> =>
  storeStandings(tx, season, await computeStandings(tx, season))

/** The seasons whose standings may change their order. */
const selectReordered = async (tx: Database, { competitions, teams }: Reordered): Promise<string[]> => {
  if (competitions.length + teams.length === 0) return []
  const rows = await selectRows(
    tx,
    Id,
    sql`select s.id from seasons s where ${within(sql`s.competition_id`, competitions)}
        union select ts.season_id from team_seasons ts where ${within(sql`ts.team_id`, teams)}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Updates derived rows after a game was written: counts, season totals of its players and standings, in its season and
 * in its former one. Also updates the standings whose order may change.
 *
 * @param players the players with a line in the game, before or after the write
 */
export const refreshDerived = async (
  tx: Database,
  now: Derived,
  before: Derived | undefined,
  players: readonly string[],
  reordered: Reordered,
): Promise<void> => {
  const touched = before === undefined ? [now] : [now, before]
  const seasons = [...new Set(touched.map((game) => game.season_id))]
  const teams = touched.flatMap((game) => [game.home_team_id, game.away_team_id])
  const moved = before === undefined || !same(now, before)
  const boxScores = touched.some(({ has_boxscore }) => has_boxscore)
  const played = touched.some(({ status }) => status === 'final')
  if (before !== undefined && moved) await copyToLines(tx, now.id)
  const tables = new Set([...(moved || played ? seasons : []), ...(await selectReordered(tx, reordered))])
  await allSettledOrThrow(
    ...(moved ? [refreshCounts(tx, { seasons, teams }, boxScores)] : []),
    ...(played ? [refreshPlayerSeasons(tx, { players, seasons })] : []),
  )
  for (const season of tables) await refreshStandings(tx, season)
}

/** Rebuilds every derived row from games, box lines and quotes; the result equals what ingest maintains. */
export const rebuildDerived = async (tx: Database): Promise<void> => {
  await copyToLines(tx, undefined)
  await refreshCounts(tx, undefined, true)
  await refreshPlayerSeasons(tx, undefined)
  const seasons = await selectRows(tx, Id, sql`select id from seasons`)
  for (const { id } of seasons) await refreshStandings(tx, id)
  await rebuildClosing(tx)
}
