import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { TieBreak } from '../contract/index.ts'
import {
  countsForStandings,
  inferGroups,
  newestNames,
  standingsInOrder,
  type Result,
  type TableRow,
  type TableTeam,
} from '../statistics/index.ts'
import { execute, selectRows, type Database } from '../store/index.ts'

const Ids = z.array(z.string())
const Scores = z.array(z.number().nullable())
/** Empty if no game has a name. */
const Names = z.array(z.string().nullable())

/** A season's input for its standings. The arrays from `home` on have one value per game that may count, newest first. */
const Season = z.object({
  tie_break: TieBreak,
  teams: Ids,
  sort_names: z.array(z.string()),
  home: Ids,
  away: Ids,
  home_score: Scores,
  away_score: Scores,
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
const readSeason = async (db: Database, season: string): Promise<Season | undefined> => {
  const [row] = await selectRows(
    db,
    Season,
    sql`select c.tie_break, t.*, g.*
        from seasons s
        join competitions c on c.id = s.competition_id
        cross join lateral (
          select ${selectColumn('t.id')} as teams, ${selectColumn('t.sort_name')} as sort_names
          from team_seasons ts
          cross join lateral (select * from teams t where t.id = ts.team_id limit 1) t
          where ts.season_id = s.id) t
        cross join lateral (
          select ${selectColumn('home_team_id')} as home, ${selectColumn('away_team_id')} as away,
            ${selectColumn('home_score')} as home_score, ${selectColumn('away_score')} as away_score,
            ${regulationScore('home')} as home_regulation_score, ${regulationScore('away')} as away_regulation_score,
            case when bool_or(neutral) then ${selectColumn('neutral')} else '[]' end as neutral,
            ${selectColumn('stage')} as stage, ${selectColumn('date')} as date,
            ${columnIfKnown('home_group')}, ${columnIfKnown('away_group')},
            ${columnIfKnown('home_division')}, ${columnIfKnown('away_division')}
          from (
            select home_team_id, away_team_id, home_score, away_score, neutral, stage, date,
              home_group, away_group, home_division, away_division,
              case when c.tie_break = 'euroleague' and jsonb_array_length(games.periods->'home') > c.periods then games.periods end as periods
            from games where season_id = s.id and counts_in_standings
            order by date desc, tip_off_order desc, id) g) g
        where s.id = ${season}`,
  )
  return row
}

/** The games of the regular season, played or not. */
const regularGames = (season: Season) => {
  const stagesNamed = season.stage.some((stage) => stage !== null)
  return season.home.flatMap((home, game) => {
    if (!countsForStandings(season.stage[game] ?? null, stagesNamed)) return []
    return {
      date: season.date[game] ?? '',
      home,
      away: season.away[game] ?? '',
      home_score: season.home_score[game] ?? null,
      away_score: season.away_score[game] ?? null,
      home_regulation_score: season.home_regulation_score[game] ?? null,
      away_regulation_score: season.away_regulation_score[game] ?? null,
      neutral: season.neutral[game] ?? false,
      home_group: season.home_group[game] ?? null,
      away_group: season.away_group[game] ?? null,
      home_division: season.home_division[game] ?? null,
      away_division: season.away_division[game] ?? null,
    }
  })
}
type RegularGame = ReturnType<typeof regularGames>[number]

/** The games that the standings count; only final games have scores. */
const listFinals = (games: readonly RegularGame[]): (Result & { date: string })[] =>
  games.flatMap((game) => {
    const { home_score, away_score } = game
    return home_score === null || away_score === null ? [] : { ...game, home_score, away_score }
  })

/** Teams with a game of the regular season, played or not; the teams of an all-star game are not ranked. */
const listEntrants = ({ home, away, stage, teams, sort_names }: Season, games: readonly RegularGame[]): TableTeam[] => {
  const counts = (_: string, game: number) => countsForStandings(stage[game] ?? null, false)
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

/** The standings of a season, group by group and best team first, with the number of games they count and the day of the last one. */
export type ComputedStandings = { games: number; through: string | null; rows: TableRow[] }

/** Computes the standings of a season from its games, in one statement and therefore of one moment. */
export const computeStandings = async (db: Database, id: string): Promise<ComputedStandings> => {
  const season = await readSeason(db, id)
  if (season === undefined) return { games: 0, through: null, rows: [] }
  const regular = regularGames(season)
  const finals = listFinals(regular)
  const rows = standingsInOrder(finals, listEntrants(season, regular), season.tie_break)
  return { games: finals.length, through: finals[0]?.date ?? null, rows }
}

const COLUMNS = [
  'group_name',
  'rank',
  'played',
  'won',
  'lost',
  'win_share',
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
  { games, through, rows }: ComputedStandings,
): Promise<void> => {
  const stored = rows.map(({ group, ...row }) => ({ ...row, group_name: group }))
  const entered = `{${rows.map(({ team_id }) => team_id).join(',')}}`
  await execute(
    tx,
    sql`with season as (
          update seasons set standings_stale = false, standings_games = ${games}::integer, standings_through = ${through}::date
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
