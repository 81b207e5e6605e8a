import type { Core } from '@basketball-data/core'
import type { Sql } from 'postgres'
import { COURT_COLUMNS } from '../packages/core/src/statistics/on-court/columns.ts'

type Api = ReturnType<Core['caller']>
type ApiResponse = { data: unknown; meta: object }

/** A call that is measured. */
export type Scenario = {
  name: string
  /** A statement that selects the one or two ids of each call as a column `key`, the same on every run. */
  keys: string
  call: (api: Api, id: string, other: string) => Promise<ApiResponse>
  /** The fields of `data` with the rows, or with the one record; null if `data` is the list of rows. */
  rowsField: string | readonly string[] | null
  /**
   * For an answer that adds up rows of games or seasons: a statement that selects these rows, with the ids of a call as
   * parameters. The reference reads them in place of the rows of the response.
   */
  source?: string
}

const SAMPLE = 'order by md5(id) limit 60'

/** The newest season of each competition, which is the same in every history. */
const NEWEST = `select distinct on (competition_id) id, competition_id from seasons order by competition_id, start_year desc`

/** Players with a game. */
const PLAYERS = `(select id from players where exists (select 1 from player_seasons where player_id = id)) p`

/** Players of the newest seasons. */
const PLAYERS_OF_SEASON = `
  select array[ps.player_id, s.id] as key from (${NEWEST}) s join player_seasons ps on ps.season_id = s.id
  order by md5(ps.player_id) limit 60`

/** What splits are computed from: the lines of a player, each with its game and the totals of the team. */
const SPLIT_LINES = `
  select l.date::text as date, l.side, l.starter, l.seconds, l.points, l.rebounds, l.assists, l.steals, l.turnovers, l.blocks,
    l.field_goals_made, l.field_goals_attempted, l.three_made, l.three_attempted, l.free_throws_made, l.free_throws_attempted,
    g.home_score, g.away_score, o.id as opponent_id, o.name as opponent_name, c.regulation_minutes,
    jsonb_array_length(g.periods->'home') as periods, t.field_goals_attempted as team_field_goals_attempted,
    t.free_throws_attempted as team_free_throws_attempted, t.turnovers as team_turnovers
  from box_lines l join games g on g.id = l.game_id join competitions c on c.id = g.competition_id
  join teams o on o.id = case l.side when 'home' then g.away_team_id else g.home_team_id end
  join team_boxes t on t.game_id = l.game_id and t.side = l.side
  where l.player_id = $1 and l.counted and l.played`

/** The seasons of players that a list of players adds up. */
const PLAYER_SEASONS = `
  select p.id, p.name, ps.appearances, ps.first_date::text as first_date, ps.last_date::text as last_date, t.id as team_id,
    t.name as team_name
  from players p join player_seasons ps on ps.player_id = p.id join teams t on t.id = ps.team_id`

/** What the fives of a team did in each game of a season, without their names. */
const FIVES = `
  select array_to_string(array(select json_array_elements_text(five->0)), ' ') as five, ${COURT_COLUMNS.map(
    (column, at) => `(five->>${at + 1})::integer as ${column}`,
  ).join(', ')} from fives f cross join lateral json_array_elements(f.fives) as five`

/** Teams of the newest seasons with line-ups. */
const TEAMS_WITH_FIVES = `
  select key from (
    select distinct array[f.team_id, s.id] as key from (${NEWEST}) s join fives f on f.season_id = s.id) teams
  order by md5(key[1]) limit 60`

/** The measured calls. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'leaders',
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    call: (api, id, other) => api.leaders.get({ competition: id, season: other }),
    rowsField: 'leaders',
  },
  {
    name: 'standings',
    keys: `select array[competition_id, id] as key from (${NEWEST}) s ${SAMPLE}`,
    call: (api, id, other) => api.standings.get({ competition: id, season: other }),
    rowsField: 'table',
  },
  {
    name: 'roster',
    keys: `select array[ts.team_id, s.id] as key from (${NEWEST}) s join team_seasons ts on ts.season_id = s.id
           order by md5(ts.team_id) limit 60`,
    call: (api, id, other) => api.teams.roster({ id, season: other }),
    rowsField: 'players',
  },
  {
    name: 'seasons of a player',
    keys: `select array[id] as key from ${PLAYERS} ${SAMPLE}`,
    call: (api, id) => api.players.seasons({ id }),
    rowsField: 'seasons',
  },
  {
    name: 'seasons of a competition',
    keys: `select array[id] as key from competitions ${SAMPLE}`,
    call: (api, id) => api.seasons.list({ competition: id }),
    rowsField: null,
  },
  {
    name: 'game log, 10 games',
    keys: `select array[id] as key from players
           where (select count(*) from box_lines where player_id = id) > 10 ${SAMPLE}`,
    call: (api, id) => api.players.games({ id, per_page: 10 }),
    rowsField: null,
  },
  {
    name: 'game log, 50 games',
    keys: `select array[id] as key from ${PLAYERS} ${SAMPLE}`,
    call: (api, id) => api.players.games({ id }),
    rowsField: null,
  },
  {
    name: 'form, 10 games',
    keys: `select array[id] as key from teams ${SAMPLE}`,
    call: (api, id) => api.teams.form({ id }),
    rowsField: 'games',
  },
  {
    name: 'head-to-head, 10 games',
    keys: `select array[home_team_id, away_team_id] as key from games where stage = 'regular' ${SAMPLE}`,
    call: (api, id, other) => api.teams.headToHead({ id, opponent: other }),
    rowsField: 'games',
  },
  {
    name: 'splits of a season',
    keys: PLAYERS_OF_SEASON,
    call: (api, id, other) => api.players.splits({ id, season: other }),
    rowsField: 'splits',
    source: `${SPLIT_LINES} and l.season_id = $2`,
  },
  {
    name: 'splits of a career',
    keys: `select array[id] as key from ${PLAYERS} ${SAMPLE}`,
    call: (api, id) => api.players.splits({ id, by: 'opponent' }),
    rowsField: 'splits',
    source: SPLIT_LINES,
  },
  {
    name: 'line-ups of a season',
    keys: TEAMS_WITH_FIVES,
    call: (api, id, other) => api.teams.lineUps({ id, season: other }),
    rowsField: 'lineups',
    source: `${FIVES} where f.team_id = $1 and f.season_id = $2`,
  },
  {
    name: 'pairs of a season',
    keys: TEAMS_WITH_FIVES,
    call: (api, id, other) => api.teams.lineUps({ id, season: other, size: 2 }),
    rowsField: 'lineups',
    source: `${FIVES} where f.team_id = $1 and f.season_id = $2`,
  },
  {
    name: 'on and off court',
    keys: `select array[player, season] as key from (
             select distinct f.fives->0->0->>0 as player, s.id as season from (${NEWEST}) s join fives f on f.season_id = s.id) p
           order by md5(player) limit 60`,
    call: (api, id, other) => api.players.onOff({ id, season: other }),
    rowsField: 'on',
    source: `${FIVES} where f.season_id = $2 and f.team_id = (
      select team_id from player_seasons where player_id = $1 and season_id = $2 order by last_date desc limit 1)`,
  },
  {
    name: 'line-ups of a game',
    keys: `select array[id] as key from games where exists (select 1 from line_ups where game_id = id) ${SAMPLE}`,
    call: (api, id) => api.games.lineUps({ id }),
    rowsField: ['home', 'away'],
  },
  {
    name: 'possessions of a game',
    keys: `select array[id] as key from games where exists (select 1 from line_ups where game_id = id) ${SAMPLE}`,
    call: (api, id) => api.games.possessions({ id }),
    rowsField: 'possessions',
  },
  {
    name: 'trends of a season',
    keys: `select array[ts.team_id, s.id] as key from (${NEWEST}) s join team_seasons ts on ts.season_id = s.id
           order by md5(ts.team_id) limit 60`,
    call: (api, id, other) => api.teams.trends({ id, season: other }),
    rowsField: null,
    source: `select g.date::text as date, g.home_team_id = $1 as at_home, g.home_score, g.away_score, a.*
             from games g join closing_averages a on a.game_id = g.id
             where $1 in (g.home_team_id, g.away_team_id) and g.season_id = $2 and g.status = 'final'`,
  },
  {
    name: 'prices of a game',
    keys: `select array[id] as key from games where exists (select 1 from quotes where game_id = id) ${SAMPLE}`,
    call: (api, id) => api.games.prices({ id }),
    rowsField: 'markets',
    source: `select b.name, b.exchange, q.market, q.side, q.line, q.price, q.set_at::text as set_at, q.read_at::text as read_at
             from quotes q join bookmakers b on b.key = q.bookmaker where q.game_id = $1`,
  },
  {
    name: 'a player',
    keys: `select array[id] as key from ${PLAYERS} ${SAMPLE}`,
    call: (api, id) => api.players.get({ id }),
    rowsField: 'teams',
  },
  {
    name: 'players of a team',
    keys: `select array[id] as key from teams ${SAMPLE}`,
    call: (api, id) => api.players.list({ team: id }),
    rowsField: null,
    source: `${PLAYER_SEASONS} where p.id in (select player_id from player_seasons where team_id = $1)`,
  },
  {
    name: 'players by name',
    keys: `select array[min(id), left(name, 3)] as key from players where name ~ '^[A-Za-z]{3}' group by left(name, 3)
           order by md5(min(id)) limit 60`,
    call: (api, _id, other) => api.players.list({ q: other }),
    rowsField: null,
    source: `${PLAYER_SEASONS} where $1::text is not null and p.search @@ (quote_literal(lower($2)) || ':*')::tsquery`,
  },
  {
    name: 'a team',
    keys: `select array[id] as key from teams ${SAMPLE}`,
    call: (api, id) => api.teams.get({ id }),
    rowsField: 'competitions',
  },
  {
    name: 'teams of a season',
    keys: `select array[id] as key from (${NEWEST}) s ${SAMPLE}`,
    call: (api, id) => api.teams.list({ season: id }),
    rowsField: null,
  },
]

type Value = string | number | boolean | null
/** A row of the reference: its values by column. */
export type Row = Record<string, Value>

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

/** The rows of a record: one for each element of its list, if it has one. */
const toRows = (record: object): Row[] => {
  const list = Object.entries(record).find(([, value]) => Array.isArray(value))
  if (list === undefined) return [flatten(record)]
  const [name, elements]: [string, unknown[]] = list
  return elements.map((element) => flatten({ ...record, [name]: element }))
}

/** The flattened rows of a response. */
export const rowsIn = ({ rowsField, name }: Scenario, { data }: ApiResponse): Row[] => {
  const fields = rowsField === null ? null : [rowsField].flat()
  const rows: unknown[] =
    fields === null
      ? [data]
      : Object.entries(Object(data)).flatMap(([field, value]: [string, unknown]) =>
          fields.includes(field) ? [value] : [],
        )
  if (rows.length === 0) throw new TypeError(`a response of ${name} has no rows`)
  return rows.flat().flatMap((row) => toRows(Object(row)))
}

/** The rows that an answer adds up, or else those of the response. */
export const readRows = async (
  sql: Sql,
  scenario: Scenario,
  key: readonly string[],
  response: ApiResponse,
): Promise<Row[]> => {
  if (scenario.source === undefined) return rowsIn(scenario, response)
  const rows = await sql.unsafe(scenario.source, [...key])
  return rows.map((row) => flatten(row))
}

const getColumnType = (rows: Row[], column: string): string => {
  const values = rows.flatMap((row) => row[column] ?? [])
  if (values.length > 0 && values.every((value) => typeof value === 'boolean')) return 'boolean'
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return 'text'
  return values.every(Number.isInteger) ? 'integer' : 'double precision'
}

/**
 * Creates the reference: one plain table with the rows of all calls and a column for every value, whose primary key
 * is key and position. Returns the statement that reads the rows of a key.
 */
export const createReference = async (sql: Sql, scenario: Scenario, responses: Map<string, Row[]>): Promise<string> => {
  const rows = [...responses.values()].flat()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = `bench_${scenario.name.replaceAll(/\W+/g, '_')}`
  const quoted = columns.map((column) => `"${column}"`)
  const typed = columns.map((column, index) => `${quoted[index]} ${getColumnType(rows, column)}`)
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
