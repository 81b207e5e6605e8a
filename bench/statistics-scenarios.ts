import type { Core } from '@basketball-data/core'
import type { Sql } from 'postgres'

type Api = ReturnType<Core['caller']>
type ApiResponse = { data: unknown; meta: object }

/** A call that is measured. */
export type Scenario = {
  name: string
  /** The target: our time as a multiple of the reference's; null if there is none. */
  target: number | null
  /** A statement that selects the ids of the calls as a column `key`, the same on every run. */
  keys: string
  call: (api: Api, key: readonly string[]) => Promise<ApiResponse>
  /** The field of `data` with the rows; null if `data` is the list of rows. */
  rowsField: string | null
}

const SAMPLE = 'order by md5(id) limit 60'
const idAt = (key: readonly string[], index: number): string => {
  const id = key[index]
  if (id === undefined) throw new RangeError(`a key has no id ${index}`)
  return id
}

/** The newest season of each competition, which is the same in every history. */
const NEWEST = `select distinct on (competition_id) id, competition_id from seasons order by competition_id, start_year desc`

/** The measured calls. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'leaders',
    target: 3,
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    call: (api, key) => api.leaders.get({ competition: idAt(key, 0), season: idAt(key, 1) }),
    rowsField: 'leaders',
  },
  {
    name: 'standings',
    target: 3,
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    call: (api, key) => api.standings.get({ competition: idAt(key, 0), season: idAt(key, 1) }),
    rowsField: 'table',
  },
  {
    name: 'roster',
    target: 3,
    keys: `select array[ts.team_id, s.id] as key from (${NEWEST}) s join team_seasons ts on ts.season_id = s.id
           order by md5(ts.team_id) limit 60`,
    call: (api, key) => api.teams.roster({ id: idAt(key, 0), season: idAt(key, 1) }),
    rowsField: 'players',
  },
  {
    name: 'seasons of a player',
    target: 3,
    keys: `select array[id] as key from players where exists (select 1 from player_seasons where player_id = id) ${SAMPLE}`,
    call: (api, key) => api.players.seasons({ id: idAt(key, 0) }),
    rowsField: 'seasons',
  },
  {
    name: 'seasons of a competition',
    target: 3,
    keys: `select array[id] as key from competitions ${SAMPLE}`,
    call: (api, key) => api.seasons.list({ competition: idAt(key, 0) }),
    rowsField: null,
  },
  {
    name: 'game log, 50 games',
    target: null,
    keys: `select array[id] as key from players where exists (select 1 from player_seasons where player_id = id) ${SAMPLE}`,
    call: (api, key) => api.players.games({ id: idAt(key, 0) }),
    rowsField: null,
  },
  {
    name: 'form, 10 games',
    target: null,
    keys: `select array[id] as key from teams ${SAMPLE}`,
    call: (api, key) => api.teams.form({ id: idAt(key, 0) }),
    rowsField: 'games',
  },
  {
    name: 'head-to-head, 10 games',
    target: null,
    keys: `select array[home_team_id, away_team_id] as key from games where stage = 'regular' ${SAMPLE}`,
    call: (api, key) => api.teams.headToHead({ id: idAt(key, 0), opponent: idAt(key, 1) }),
    rowsField: 'games',
  },
  {
    name: 'splits of a season',
    target: null,
    keys: `select array[ps.player_id, s.id] as key from (${NEWEST}) s join player_seasons ps on ps.season_id = s.id
           order by md5(ps.player_id) limit 60`,
    call: (api, key) => api.players.splits({ id: idAt(key, 0), season: idAt(key, 1) }),
    rowsField: 'splits',
  },
]

type Value = string | number | boolean | null
type Row = Record<string, Value>

/** Flattens a record to one row; the columns of a nested record are prefixed with its name, like team_id. */
const flatten = (record: object, prefix = ''): Row =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, Value][] => {
      if (typeof value === 'object' && value !== null) return Object.entries(flatten(value, `${prefix}${name}_`))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [[`${prefix}${name}`, value]]
      return [[`${prefix}${name}`, null]]
    }),
  )

/** The flattened rows of a response. */
export const rowsIn = ({ rowsField, name }: Scenario, { data }: ApiResponse): Row[] => {
  const rows: unknown =
    rowsField === null ? data : Object.entries(Object(data)).find(([field]) => field === rowsField)?.[1]
  if (!Array.isArray(rows)) throw new TypeError(`a response of ${name} has no rows`)
  return rows.map((row) => flatten(Object(row)))
}

const typeOf = (rows: Row[], column: string): string => {
  const values = rows.flatMap((row) => row[column] ?? [])
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return 'boolean'
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return 'text'
  return values.every(Number.isInteger) ? 'integer' : 'double precision'
}

/**
 * Creates the reference: one plain table with the rows of all responses and a column for every value, whose primary key
 * is key and position. Returns the statement that reads the rows of a key.
 */
export const createReference = async (sql: Sql, scenario: Scenario, responses: Map<string, Row[]>): Promise<string> => {
  const rows = [...responses.values()].flat()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = `bench_${scenario.name.replaceAll(/\W+/g, '_')}`
  const quoted = columns.map((column) => `"${column}"`)
  const typed = columns.map((column, index) => `${quoted[index]} ${typeOf(rows, column)}`)
  await sql.unsafe(
    `create table ${table} (key text, position integer, ${typed.join(', ')}, primary key (key, position))`,
  )
  const keyed = [...responses].flatMap(([key, rows]) => rows.map((row, position) => ({ key, position, ...row })))
  await sql.unsafe(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`, [
    JSON.stringify(keyed),
  ])
  await sql.unsafe(`vacuum analyze ${table}`)
  return `select ${quoted.join(', ')} from ${table} where key = $1 order by position`
}
