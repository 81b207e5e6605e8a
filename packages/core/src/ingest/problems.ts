import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectRows, type Store } from '../store/index.ts'

const Season = z.object({ id: z.string(), name: z.string(), competition: z.string() }).nullable()

const SeasonProblems = z.object({ season: Season, refusals: z.number(), warnings: z.number() })

/**
 * How many refusals and warnings the imports of a season have left. `season` is null for refused input whose game is not
 * stored: its season is not known.
 */
export type SeasonProblems = z.infer<typeof SeasonProblems>

/** SQL: refusals with the stored game that they would have corrected, if there is one. */
const refused = sql`select r.source, r.external_id, r.reason as message, r.refused_at as at, e.id as game_id
  from refusals r left join external_ids e on e.kind = 'game' and e.source = r.source and e.external_id = r.external_id`

export const selectSeasonsWithProblems = ({ db }: Store): Promise<SeasonProblems[]> =>
  selectRows(
    db,
    SeasonProblems,
    sql`with problems as (
          select g.season_id, count(r.external_id) as refusals, 0::bigint as warnings
          from (${refused}) r left join games g on g.id = r.game_id group by g.season_id
          union all
          select g.season_id, 0, count(*) from warnings w join games g on g.id = w.game_id group by g.season_id
        )
        select case when s.id is null then null
            else json_build_object('id', s.id, 'name', s.name, 'competition', c.name) end as season,
          sum(p.refusals)::integer as refusals, sum(p.warnings)::integer as warnings
        from problems p left join seasons s on s.id = p.season_id left join competitions c on c.id = s.competition_id
        group by s.id, s.name, s.start_year, c.name
        order by s.start_year desc nulls first, c.name, s.id`,
  )

const Problem = z.object({
  kind: z.enum(['refusal', 'warning']),
  game: z.object({ id: z.string(), date: z.string(), home: z.string(), away: z.string() }).nullable(),
  source: z.string().nullable(),
  external_id: z.string().nullable(),
  code: z.string().nullable(),
  refused_at: z
    .string()
    .transform((at) => new Date(at))
    .nullable(),
  message: z.string(),
})

/**
 * A refusal or a warning. `game` is null if the game of a refusal is not stored. `source` and `external_id` name what was
 * refused and `refused_at` when, null for a warning; `code` is that of a warning, null for a refusal.
 */
export type Problem = z.infer<typeof Problem>

export const selectProblems = (
  { db }: Store,
  season: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<Problem[]> =>
  selectRows(
    db,
    Problem,
    sql`with problems as (
          select 'refusal' as kind, r.game_id, r.source, r.external_id, null as code, r.at as refused_at, r.message, 0 as position
          from (${refused}) r left join games g on g.id = r.game_id
          where g.season_id is not distinct from ${season}::text
          union all
          select 'warning', w.game_id, null, null, w.code, null, w.message, w.position
          from warnings w join games g on g.id = w.game_id where g.season_id = ${season}::text
        )
        select p.kind, case when g.id is null then null else json_build_object('id', g.id, 'date', g.date,
            'home', h.name, 'away', a.name) end as game, p.source, p.external_id, p.code,
          to_json(p.refused_at) #>> '{}' as refused_at, p.message
        from problems p left join games g on g.id = p.game_id
        left join teams h on h.id = g.home_team_id left join teams a on a.id = g.away_team_id
        order by p.kind, g.date, p.game_id, p.source, p.external_id, p.position
        offset ${offset}::integer limit ${limit}::integer`,
  )
