import type { Core } from '@basketball-data/core'
import type { Sql } from 'postgres'

type Api = ReturnType<Core['caller']>
type Answer = { data: unknown; meta: object }

/** Something that is asked for by one to three identifiers. */
export type Kind = {
  name: string
  /** How often the reference's cost ours may be; null: it is only shown. */
  at_most: number | null
  /** Identifiers to ask with, the same on every run; `sql` gives rows of a column `key`. */
  keys: string
  ask: (api: Api, key: readonly string[]) => Promise<Answer>
  /** The rows of the answer. */
  rowsOf: string | null
}

const SAMPLE = 'order by md5(id) limit 60'
const asked = (key: readonly string[], place: number): string => {
  const id = key[place]
  if (id === undefined) throw new RangeError(`a key has no part ${place}`)
  return id
}

/** The newest season of each competition is asked for: it is the same however many came before. */
const NEWEST = `select distinct on (competition_id) id, competition_id from seasons order by competition_id, start_year desc`

export const KINDS: readonly Kind[] = [
  {
    name: 'leaders',
    at_most: 3,
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    ask: (api, key) => api.leaders.get({ competition: asked(key, 0), season: asked(key, 1) }),
    rowsOf: 'leaders',
  },
  {
    name: 'standings',
    at_most: 3,
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    ask: (api, key) => api.standings.get({ competition: asked(key, 0), season: asked(key, 1) }),
    rowsOf: 'table',
  },
  {
    name: 'roster',
    at_most: 3,
    keys: `select array[ts.team_id, s.id] as key from (${NEWEST}) s join team_seasons ts on ts.season_id = s.id
           order by md5(ts.team_id) limit 60`,
    ask: (api, key) => api.teams.roster({ id: asked(key, 0), season: asked(key, 1) }),
    rowsOf: 'players',
  },
  {
    name: 'seasons of a player',
    at_most: 3,
    keys: `select array[id] as key from players where exists (select 1 from player_seasons where player_id = id) ${SAMPLE}`,
    ask: (api, key) => api.players.seasons({ id: asked(key, 0) }),
    rowsOf: 'seasons',
  },
  {
    name: 'seasons of a competition',
    at_most: 3,
    keys: `select array[id] as key from competitions ${SAMPLE}`,
    ask: (api, key) => api.seasons.list({ competition: asked(key, 0) }),
    rowsOf: null,
  },
  {
    name: 'game log, 50 games',
    at_most: null,
    keys: `select array[id] as key from players where exists (select 1 from player_seasons where player_id = id) ${SAMPLE}`,
    ask: (api, key) => api.players.games({ id: asked(key, 0) }),
    rowsOf: null,
  },
  {
    name: 'form, 10 games',
    at_most: null,
    keys: `select array[id] as key from teams ${SAMPLE}`,
    ask: (api, key) => api.teams.form({ id: asked(key, 0) }),
    rowsOf: 'games',
  },
  {
    name: 'head-to-head, 10 games',
    at_most: null,
    keys: `select array[home_team_id, away_team_id] as key from games where stage = 'regular' ${SAMPLE}`,
    ask: (api, key) => api.teams.headToHead({ id: asked(key, 0), opponent: asked(key, 1) }),
    rowsOf: 'games',
  },
  {
    name: 'splits of a season',
    at_most: null,
    keys: `select array[ps.player_id, s.id] as key from (${NEWEST}) s join player_seasons ps on ps.season_id = s.id
           order by md5(ps.player_id) limit 60`,
    ask: (api, key) => api.players.splits({ id: asked(key, 0), season: asked(key, 1) }),
    rowsOf: 'splits',
  },
]

type Value = string | number | boolean | null
type Row = Record<string, Value>

/** A record as one row: what lies inside another record gets its name before it, like team_id. */
const flat = (record: object, prefix = ''): Row =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, Value][] => {
      if (typeof value === 'object' && value !== null) return Object.entries(flat(value, `${prefix}${name}_`))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [[`${prefix}${name}`, value]]
      return [[`${prefix}${name}`, null]]
    }),
  )

/** The rows of an answer, flat. */
export const rowsIn = ({ rowsOf, name }: Kind, { data }: Answer): Row[] => {
  const rows: unknown = rowsOf === null ? data : Object.entries(Object(data)).find(([part]) => part === rowsOf)?.[1]
  if (!Array.isArray(rows)) throw new TypeError(`an answer of ${name} has no rows`)
  return rows.map((row) => flat(Object(row)))
}

const typeOf = (rows: Row[], column: string): string => {
  const values = rows.flatMap((row) => row[column] ?? [])
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return 'boolean'
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return 'text'
  return values.every(Number.isInteger) ? 'integer' : 'double precision'
}

/**
 * The reference: one plain table with a column for every value of a row, found by key and place through its primary
 * key, filled with what the service answers to every key. Gives the statement that reads the rows of a key.
 */
export const makeReference = async (sql: Sql, kind: Kind, answers: Map<string, Row[]>): Promise<string> => {
  const rows = [...answers.values()].flat()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = `bench_${kind.name.replaceAll(/\W+/g, '_')}`
  const quoted = columns.map((column) => `"${column}"`)
  const typed = columns.map((column, place) => `${quoted[place]} ${typeOf(rows, column)}`)
  await sql.unsafe(`create table ${table} (key text, place integer, ${typed.join(', ')}, primary key (key, place))`)
  const keyed = [...answers].flatMap(([key, ofKey]) => ofKey.map((row, place) => ({ key, place, ...row })))
  await sql.unsafe(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`, [
    JSON.stringify(keyed),
  ])
  await sql.unsafe(`vacuum analyze ${table}`)
  return `select ${quoted.join(', ')} from ${table} where key = $1 order by place`
}
