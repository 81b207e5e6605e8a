import { sql } from 'drizzle-orm'
import { SourceRecords, type SourceSeason } from '../../contract/index.ts'
import { selectRows, type Store } from '../../store/index.ts'

/** SQL: the identifiers and names of all records of one kind that a source has named. */
const named = (kind: 'team' | 'player', source: string) =>
  sql`(select coalesce(json_agg(json_build_object('id', r.id, 'external_id', e.external_id, 'name', r.name)
         order by e.external_id collate "C"), '[]')
       from external_ids e join ${sql.raw(`${kind}s`)} r on r.id = e.id
       where e.kind = ${kind} and e.source = ${source})`

/** SQL: the identifier of a record in a source; of several, the first. */
const inSource = (id: string, source: string) =>
  sql`(select min(n.external_id collate "C") from external_ids n where n.id = ${sql.raw(id)} and n.source = ${source})`

export const selectSourceRecords = async (
  { db }: Pick<Store, 'db'>,
  source: string,
  { competition, season }: SourceSeason,
): Promise<SourceRecords> => {
  const [row] = await selectRows(
    db,
    SourceRecords,
    sql`select ${named('team', source)} as teams, ${named('player', source)} as players,
          (select row_to_json(r) from (
            select e.external_id, c.name, c.slug, c.country, c.gender, c.kind, c.time_zone, c.regulation_minutes, c.periods,
              c.overtime_minutes, c.tie_break
            from external_ids e join competitions c on c.id = e.id
            where e.kind = 'competition' and e.source = ${source} and e.external_id = ${competition}) r) as competition,
          (select coalesce(json_agg(r order by r.external_id collate "C"), '[]') from (
            select e.external_id, ${inSource('g.home_team_id', source)} as home, ${inSource('g.away_team_id', source)} as away, g.status
            from external_ids s join games g on g.season_id = s.id
              join external_ids e on e.id = g.id and e.kind = 'game' and e.source = ${source}
            where s.kind = 'season' and s.source = ${source} and s.external_id = ${season}) r) as games`,
  )
  return row ?? { competition: null, teams: [], players: [], games: [] }
}
