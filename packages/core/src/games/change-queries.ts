import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { GamePart, ID_PREFIX, toDateTime, type Change } from '../contract/index.ts'
import { CHANGE_NUMBER, selectRows, type Store } from '../store/index.ts'

/** The filters of a list of changes. All of them must match. */
export type ChangeFilters = {
  /** Only games on or after this day; null: all. */
  from: string | null
  competition?: string | undefined
  season?: string | undefined
  game?: string | undefined
}

const ChangeRow = z.object({
  number: z.number(),
  at: z.number(),
  parts: z.array(GamePart),
  revision: z.number(),
  game: z.object({ id: z.string(), date: z.string() }),
  competition: z.object({ id: z.string(), name: z.string() }),
  season: z.object({ id: z.string(), name: z.string() }),
})

const toChange = (row: z.infer<typeof ChangeRow>): Change => ({
  id: String(row.number),
  at: toDateTime(new Date(row.at)),
  game: { ...row.game, competition: row.competition, season: row.season },
  parts: GamePart.options.filter((part) => row.parts.includes(part)),
  revision: row.revision,
})

const isGame = sql.raw(`c.record_id >= '${ID_PREFIX.game}' and c.record_id < '${ID_PREFIX.game}~'`)

const Row = z.object({ current: z.number(), change: ChangeRow.nullable() })

/** SQL: a game that is gone, as the row of a game has it. */
const FORMER = sql`(select f.id, (f.game ->> 'date')::date as date, f.game #>> '{competition,id}' as competition_id,
    f.game #>> '{season,id}' as season_id
  from former_ids f where f.game is not null)`

/** Whether the game of the change matches the filters. */
const matches = ({ from, competition, season, game }: ChangeFilters) => {
  const conditions = [
    ...(from === null ? [] : [sql`g.date >= ${from}::date`]),
    ...(competition === undefined ? [] : [sql`g.competition_id = ${competition}`]),
    ...(season === undefined ? [] : [sql`g.season_id = ${season}`]),
  ]
  const ofGame = game === undefined ? isGame : sql`c.record_id = ${game}`
  if (conditions.length === 0) return ofGame
  const where = sql.join(conditions, sql` and `)
  return sql`${ofGame} and (c.record_id in (select g.id from games g where ${where})
    or c.part = 'deleted' and c.record_id in (select g.id from ${FORMER} g where ${where}))`
}

/**
 * The changes after a number, oldest first; of a game that is gone, only that it is, and the number of the latest change of all, `current`, read at the same moment.
 * A change that is written meanwhile has a higher number.
 */
export const selectChanges = async (
  { db }: Store,
  after: number,
  filters: ChangeFilters,
  limit: number,
): Promise<{ changes: Change[]; current: number }> => {
  const rows = await selectRows(
    db,
    Row,
    sql`select latest.current, case when g.id is not null or f.id is not null then json_build_object('number', n.number, 'parts', n.parts,
            'at', floor(extract(epoch from n.at) * 1000), 'revision', coalesce(g.revision, (f.game ->> 'revision')::integer),
            'game', json_build_object('id', n.game_id, 'date', coalesce(g.date::text, f.game ->> 'date')),
            'competition', coalesce(to_jsonb(cp), f.game -> 'competition'),
            'season', coalesce(to_jsonb(ss), f.game -> 'season')) end as change
        from (select ${sql.raw(CHANGE_NUMBER)} as current) as latest
        left join (
          select c.number, min(c.record_id) as game_id, min(c.at) as at, json_agg(c.part) as parts
          from changes c where c.number > ${after}::bigint and ${matches(filters)}
            and (c.part = 'deleted') = not exists (select from games e where e.id = c.record_id)
          group by c.number order by c.number limit ${limit}::integer) as n on true
        left join games g on g.id = n.game_id
        left join lateral (select id, name from competitions where id = g.competition_id) cp on true
        left join lateral (select id, name from seasons where id = g.season_id) ss on true
        left join former_ids f on f.id = n.game_id and g.id is null and f.game is not null
        order by n.number`,
  )
  return {
    changes: rows.flatMap(({ change }) => (change === null ? [] : toChange(change))),
    current: rows[0]?.current ?? 0,
  }
}
