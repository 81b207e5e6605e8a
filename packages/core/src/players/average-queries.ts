import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { SeasonFilters } from '../competitions/queries.ts'
import { StatLine, type StagePart } from '../contract/index.ts'
import { IN_PART, selectRows, strictSum, type Store } from '../store/index.ts'

const STATS = StatLine.keyof().options
const Sums = z.object({ games: z.int(), starts: z.int(), seconds: z.int().nullable(), ...StatLine.shape })

/** The games to sum up. All filters must match. */
type Filters = SeasonFilters & { from?: string | undefined; to?: string | undefined; stage: StagePart }

/** The sums over the box scores of a player in counted games. */
export const selectSums = async ({ db }: Store, player: string, filters: Filters): Promise<z.infer<typeof Sums>> => {
  const { competition, season, from, to, stage } = filters
  const sums = ['seconds', ...STATS].map(
    (name) => sql`(${strictSum(sql.raw(`l.${name}`))})::integer as ${sql.raw(name)}`,
  )
  const [row] = await selectRows(
    db,
    Sums,
    sql`select count(*)::integer as games, (count(*) filter (where l.starter))::integer as starts, ${sql.join(sums, sql`, `)}
        from box_lines l join games g on g.id = l.game_id
        where l.player_id = ${player} and l.final and l.counted and l.played and ${IN_PART[stage]}
          ${competition === undefined ? sql`` : sql`and g.competition_id = ${competition}`}
          ${season === undefined ? sql`` : sql`and l.season_id = ${season}`}
          ${from === undefined ? sql`` : sql`and l.date >= ${from}::date`}
          ${to === undefined ? sql`` : sql`and l.date <= ${to}::date`}`,
  )
  if (row === undefined) throw new TypeError('A sum has no row.')
  return row
}
