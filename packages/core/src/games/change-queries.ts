import { sql, type SQL } from 'drizzle-orm'
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

/** SQL: the conditions of the filters for a game `g`; empty without one. */
const whereGame = ({ from, competition, season }: ChangeFilters): SQL[] => [
  ...(from === null ? [] : [sql`g.date >= ${from}::date`]),
  ...(competition === undefined ? [] : [sql`g.competition_id = ${competition}`]),
  ...(season === undefined ? [] : [sql`g.season_id = ${season}`]),
]

/** Of so many changes, those of a season are found by looking at each; of more, by the games of the season. */
const NEAR = 200

/** SQL: the changes after a number whose games match; of a game that is gone, only that it is. */
const selectMatches = (after: number, filters: ChangeFilters): SQL => {
  const conditions = whereGame(filters)
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  // Scalar subqueries, since Postgres would read all games for an "exists", whatever the limit.
  const find = (table: SQL, which: SQL) => sql`(select g.id from ${table} g where g.id = c.record_id and ${which})`
  // The days of a plan are few, and their games are found at once; those of a competition are most of those in the log.
  const isMatching = (table: SQL) =>
    filters.from === null
      ? sql`${find(table, where)} is not null`
      : sql`c.record_id in (select g.id from ${table} g where ${where})`
  const isGone = sql`${find(sql`games`, sql`true`)} is null`
  const logged = sql`select c.* from changes c where c.number > ${after}::bigint and c.part <> 'score'
    and ${filters.game === undefined ? isGame : sql`c.record_id = ${filters.game}`}
    and case c.part when 'deleted' then ${isGone} and ${conditions.length === 0 ? sql`true` : isMatching(FORMER)} else ${isMatching(sql`games`)} end`
  if (filters.season === undefined || filters.game !== undefined) return logged
  // The offset keeps Postgres from reading the whole log for a join.
  const ofGames = (table: SQL) =>
    sql`select c.* from ${table} g
      cross join lateral (select * from changes where record_id = g.id and number > ${after}::bigint and part <> 'score' offset 0) c where ${where}`
  const isNear = sql`${sql.raw(CHANGE_NUMBER)} - ${after}::bigint <= ${NEAR}`
  return sql`${logged} and ${isNear}
    union all ${ofGames(sql`games`)} and c.part <> 'deleted' and not ${isNear}
    union all ${ofGames(FORMER)} and c.part = 'deleted' and ${isGone} and not ${isNear}`
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
          from (${selectMatches(after, filters)}) c
          group by c.number order by c.number limit ${sql.raw(String(limit))}) as n on true
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
