import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ForfeitWinner, TieBreak, type AssumedResult } from '../contract/index.ts'
import {
  assumeResult,
  assumeScore,
  countsForStandings,
  explainInOrder,
  inferGroups,
  newestNames,
  races,
  MAX_ENUMERATED,
  standingsInOrder,
  type Race,
  type Result,
  type TableRow,
  type TableTeam,
} from '../statistics/index.ts'
import { readRatings } from './rating-queries.ts'
import { execute, selectRows, type Database, type StoredStageTable } from '../store/index.ts'

const Ids = z.array(z.string())
const Scores = z.array(z.number().nullable())
/** Empty if no game has a name. */
const Names = z.array(z.string().nullable())

/** A season's input for its standings. The arrays from `game` on have one value per game that may count, newest first. */
const Season = z.object({
  competition: z.string(),
  tie_break: TieBreak,
  table_stages: Ids.nullable(),
  /** The points of the league; null if it has none. */
  points: z.object({ win: z.number(), loss: z.number(), forfeit: z.number() }).nullable(),
  teams: Ids,
  sort_names: z.array(z.string()),
  game: Ids,
  scheduled: z.array(z.boolean()),
  home: Ids,
  away: Ids,
  home_score: Scores,
  away_score: Scores,
  /** Empty if no game was decided by forfeit. */
  forfeit_winner: z.array(ForfeitWinner.nullable()),
  /** Empty if no game is on a neutral court. */
  neutral: z.array(z.boolean()),
  home_regulation_score: Scores,
  away_regulation_score: Scores,
  stage: z.array(z.string().nullable()),
  date: z.array(z.string()),
  home_group: Names,
  away_group: Names,
  home_division: Names,
  away_division: Names,
})
type Season = z.infer<typeof Season>

/** SQL: a JSON array of an expression over all rows; empty without rows. */
const selectColumn = (expression: string) => sql.raw(`coalesce(array_to_json(array_agg(${expression})), '[]')`)

/** Results that are known: those up to a day, by default all. A later game counts as one that is scheduled. */
type Until = { until?: string | undefined }

/** SQL: as `selectColumn`; empty if the column is null in all rows. */
const columnIfKnown = (column: string) =>
  sql`case when count(${sql.raw(column)}) > 0 then ${selectColumn(column)} else '[]' end as ${sql.raw(column)}`

/** SQL: the score of a side without overtime; null for a game that had none. */
const regulationScore = (side: 'home' | 'away') =>
  selectColumn(`(select sum(points::bigint) from jsonb_array_elements_text(periods->'${side}') with ordinality as p (points, period)
    where period <= c.periods)`)

/**
 * Reads a season in one row, without the results that the league struck from its table. Only the EuroLeague's tie-break
 * needs scores without overtime, and only games with overtime have their periods read, which takes as long as all the rest.
 */
const readSeason = async (db: Database, season: string, { until }: Until): Promise<Season | undefined> => {
  const isKnown = until === undefined ? sql`true` : sql`date <= ${until}::date`
  const ifKnown = (column: string) =>
    until === undefined ? sql.raw(column) : sql`case when ${isKnown} then ${sql.raw(column)} end as ${sql.raw(column)}`
  const [row] = await selectRows(
    db,
    Season,
    sql`select c.id as competition, c.tie_break, to_json(c.table_stages) as table_stages,
          case when c.points_win is not null
            then json_build_object('win', c.points_win, 'loss', c.points_loss, 'forfeit', c.points_forfeit) end as points,
          t.*, g.*
        from seasons s
        join competitions c on c.id = s.competition_id
        cross join lateral (
          select ${selectColumn('t.id')} as teams, ${selectColumn('t.sort_name')} as sort_names
          from team_seasons ts
          cross join lateral (select * from teams t where t.id = ts.team_id limit 1) t
          where ts.season_id = s.id) t
        cross join lateral (
          select ${selectColumn('id')} as game, ${selectColumn('scheduled')} as scheduled,
            ${selectColumn('home_team_id')} as home, ${selectColumn('away_team_id')} as away,
            ${selectColumn('home_score')} as home_score, ${selectColumn('away_score')} as away_score,
            ${regulationScore('home')} as home_regulation_score, ${regulationScore('away')} as away_regulation_score,
            ${columnIfKnown('forfeit_winner')},
            case when bool_or(neutral) then ${selectColumn('neutral')} else '[]' end as neutral,
            ${selectColumn('stage')} as stage, ${selectColumn('date')} as date,
            ${columnIfKnown('home_group')}, ${columnIfKnown('away_group')},
            ${columnIfKnown('home_division')}, ${columnIfKnown('away_division')}
          from (
            select id, status = 'scheduled' or not ${isKnown} as scheduled,
              home_team_id, away_team_id, ${ifKnown('home_score')}, ${ifKnown('away_score')}, ${ifKnown('forfeit_winner')},
              neutral, stage, date,
              home_group, away_group, home_division, away_division,
              case when ${isKnown} and c.tie_break = 'euroleague' and jsonb_array_length(games.periods->'home') > c.periods then games.periods end as periods
            from games where season_id = s.id and counts_in_standings
            order by date desc, tip_off_order desc, id) g) g
        where s.id = ${season}`,
  )
  return row
}

/** Whether games of a stage belong to a table. */
type StageFilter = (stage: string | null) => boolean

/** The games of a table, played or not. */
const selectGames = (season: Season, belongs: StageFilter) =>
  season.home.flatMap((home, game) => {
    if (!belongs(season.stage[game] ?? null)) return []
    return {
      id: season.game[game] ?? '',
      scheduled: season.scheduled[game] ?? false,
      date: season.date[game] ?? '',
      home,
      away: season.away[game] ?? '',
      home_score: season.home_score[game] ?? null,
      away_score: season.away_score[game] ?? null,
      home_regulation_score: season.home_regulation_score[game] ?? null,
      away_regulation_score: season.away_regulation_score[game] ?? null,
      forfeit_winner: season.forfeit_winner[game] ?? null,
      neutral: season.neutral[game] ?? false,
      home_group: season.home_group[game] ?? null,
      away_group: season.away_group[game] ?? null,
      home_division: season.home_division[game] ?? null,
      away_division: season.away_division[game] ?? null,
    }
  })
type TableGame = ReturnType<typeof selectGames>[number]

/** The games that a table counts; only final games have scores, and only those decided by forfeit a winner without one. */
const listDecided = (games: readonly TableGame[]): (Result & { date: string })[] =>
  games.filter(({ home_score, forfeit_winner }) => home_score !== null || forfeit_winner !== null)

/** Teams with a game of the stage, played or not; the teams of an all-star game are not ranked. */
const listEntrants = (
  { home, away, stage, teams, sort_names }: Season,
  games: readonly TableGame[],
  belongs: StageFilter,
): TableTeam[] => {
  const counts = (_: string, game: number) => belongs(stage[game] ?? null)
  const entered = new Set([...home.filter(counts), ...away.filter(counts)])
  const groups = inferGroups(games)
  const divisions = newestNames(games, ({ home_division, away_division }) => [home_division, away_division])
  return teams
    .map((id, index) => ({
      id,
      sort_name: sort_names[index] ?? '',
      group: groups.get(id) ?? null,
      division: divisions.get(id) ?? null,
    }))
    .filter(({ id }) => entered.has(id))
}

/** A table, group by group and best team first, with the number of games it counts and the day of the last one. */
type Table = { games: number; through: string | null; rows: TableRow[] }

const buildTable = (season: Season, games: readonly TableGame[], enters: StageFilter): Table => {
  const decided = listDecided(games)
  const rows = standingsInOrder(decided, listEntrants(season, games, enters), season)
  return { games: decided.length, through: decided[0]?.date ?? null, rows }
}

/** Whether the teams of a stage are in the table of the regular season. */
const entersRegular: StageFilter = (stage) => countsForStandings(stage, false)

/** The games of the regular season's table. */
const selectRegularGames = (season: Season) => {
  const namesStages = season.stage.some((stage) => stage !== null)
  return selectGames(season, (stage) => countsForStandings(stage, namesStages))
}

/** The games of a table, and the stages whose teams are in it. */
type TableGames = { games: TableGame[]; enters: StageFilter }

/** The games of the regular season's table, and of the stages that have their own and a game. */
const selectTables = (season: Season): { regular: TableGames; stages: (TableGames & { stage: string })[] } => {
  const stages = (season.table_stages ?? []).map((stage) => {
    const enters: StageFilter = (each) => each === stage
    return { stage, games: selectGames(season, enters), enters }
  })
  return {
    regular: { games: selectRegularGames(season), enters: entersRegular },
    stages: stages.filter(({ games }) => games.length > 0),
  }
}

/** The table of the regular season, and those of the stages that have their own and a game. */
export type ComputedStandings = Table & { stages: StoredStageTable[] }

/** Computes the standings of a season from its games, in one statement and therefore of one moment. */
export const computeStandings = async (db: Database, id: string, until: Until = {}): Promise<ComputedStandings> => {
  const season = await readSeason(db, id, until)
  if (season === undefined) return { games: 0, through: null, rows: [], stages: [] }
  const { regular, stages } = selectTables(season)
  return {
    ...buildTable(season, regular.games, regular.enters),
    stages: stages.map(({ stage, games, enters }) => ({ stage, ...buildTable(season, games, enters) })),
  }
}

/** The race of each group of a season, with the day of the last result. */
export const computeRaces = async (
  db: Database,
  id: string,
  { until }: Until,
): Promise<{ through: string | null; races: Race[] }> => {
  const season = await readSeason(db, id, { until })
  if (season === undefined) return { through: null, races: [] }
  const games = selectRegularGames(season)
  const decided = listDecided(games)
  const left = games.filter(({ scheduled }) => scheduled)
  const entrants = listEntrants(season, games, entersRegular)
  const ratings =
    left.length > MAX_ENUMERATED
      ? await readRatings(db, season.competition, sql`coalesce(${until ?? null}::date + 1, 'infinity')`)
      : undefined
  return { through: decided[0]?.date ?? null, races: races(decided, left, entrants, season, ratings) }
}

/**
 * The tables of a season with assumed results, which replace others, and the rule that placed each row. `unknown` are assumed
 * results of games that no table counts.
 */
export const computeWhatIf = async (db: Database, id: string, results: ReadonlyMap<string, AssumedResult>) => {
  const season = await readSeason(db, id, {})
  if (season === undefined) return { games: 0, through: null, rows: [], stages: [], unknown: [...results.keys()] }
  const { regular, stages } = selectTables(season)
  const score = assumeScore(listDecided(regular.games))
  const assume = (game: TableGame): TableGame => {
    const result = results.get(game.id)
    if (result === undefined) return game
    const decision = typeof result === 'string' ? assumeResult(game, result, score) : result
    const { home_score, away_score } = decision
    const replaced = { home_regulation_score: null, away_regulation_score: null, forfeit_winner: null }
    return { ...game, ...replaced, home_score, away_score }
  }
  const explain = ({ games, enters }: TableGames) => {
    const decided = listDecided(games.map(assume))
    const rows = explainInOrder(decided, listEntrants(season, games, enters), season)
    return { games: decided.length, through: decided[0]?.date ?? null, rows }
  }
  const counted = new Set([regular, ...stages].flatMap(({ games }) => games.map((game) => game.id)))
  return {
    ...explain(regular),
    stages: stages.map((table) => ({ stage: table.stage, ...explain(table) })),
    unknown: [...results.keys()].filter((game) => !counted.has(game)),
  }
}

const COLUMNS = [
  'group_name',
  'rank',
  'played',
  'won',
  'lost',
  'win_share',
  'league_points',
  'points_for',
  'points_against',
  'points_difference',
  'home',
  'away',
  'last_ten',
  'streak',
]
const columns = sql.raw(COLUMNS.join(', '))
const of = (row: string) => sql.raw(COLUMNS.map((name) => `${row}.${name}`).join(', '))

/** Stores the standings of a season; unchanged rows are not written. */
export const storeStandings = async (
  tx: Database,
  id: string,
  { games, through, rows, stages }: ComputedStandings,
): Promise<void> => {
  const stored = rows.map(({ group, ...row }) => ({ ...row, group_name: group }))
  const entered = `{${rows.map(({ team_id }) => team_id).join(',')}}`
  await execute(
    tx,
    sql`with season as (
          update seasons set standings_stale = false, standings_games = ${games}::integer, standings_through = ${through}::date,
            stage_tables = ${stages.length === 0 ? null : JSON.stringify(stages)}::jsonb
          where id = ${id}),
        dropped as (delete from standings where season_id = ${id} and team_id <> all (${entered}::text[]))
        insert into standings (season_id, team_id, ${columns})
        select ${id}, r.team_id, ${of('r')}
        from json_populate_recordset(null::standings, ${JSON.stringify(stored)}::json) r
        left join standings s on s.season_id = ${id} and s.team_id = r.team_id
        where (${of('s')}) is distinct from (${of('r')})
        on conflict (season_id, team_id) do update set (${columns}) = row (${of('excluded')})`,
  )
}
