import { and, eq, sql } from 'drizzle-orm'
import { standings as tableOf, countsForStandings, type FinalGame } from '../statistics/index.ts'
import { competitions, execute, games, seasons, teams, teamSeasons, type Database } from '../store/index.ts'

/** Periods of a game without overtime. */
const REGULATION_PERIODS = 4

const regulationScore = (periods: number[] | undefined): number | null =>
  periods === undefined || periods.length < REGULATION_PERIODS
    ? null
    : periods.slice(0, REGULATION_PERIODS).reduce((sum, points) => sum + points, 0)

/** Only a final game has scores. */
const selectFinals = async (tx: Database, season: string): Promise<FinalGame[]> => {
  const rows = await tx
    .select({
      id: games.id,
      date: games.date,
      tip_off: games.tip_off,
      stage: games.stage,
      home: games.home_team_id,
      away: games.away_team_id,
      home_score: games.home_score,
      away_score: games.away_score,
      periods: games.periods,
    })
    .from(games)
    .where(eq(games.season_id, season))
  const stagesNamed = rows.some(({ stage }) => stage !== null)
  return rows.flatMap(({ stage, periods, home_score, away_score, ...game }) =>
    home_score === null || away_score === null || !countsForStandings(stage, stagesNamed)
      ? []
      : [
          {
            ...game,
            home_score,
            away_score,
            home_regulation_score: regulationScore(periods?.home),
            away_regulation_score: regulationScore(periods?.away),
          },
        ],
  )
}

/** Teams with a game of the regular season, played or not: those of an all-star game have no place in the table. */
const selectTableTeams = (tx: Database, season: string) =>
  tx
    .select({ id: teams.id, sort_name: teams.sort_name })
    .from(teamSeasons)
    .innerJoin(teams, eq(teams.id, teamSeasons.team_id))
    .where(
      and(
        eq(teamSeasons.season_id, season),
        sql`exists (
          select 1 from games g where g.season_id = ${season} and (g.home_team_id = ${teams.id} or g.away_team_id = ${teams.id})
            and (g.stage = 'regular' or g.stage is null))`,
      ),
    )

const COLUMNS = [
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
const excluded = sql.raw(COLUMNS.map((name) => `excluded.${name}`).join(', '))
const stored = sql.raw(COLUMNS.map((name) => `standings.${name}`).join(', '))

/** Brings the table of a season up to date; rows that do not change are not written. */
export const refreshStandings = async (tx: Database, season: string): Promise<void> => {
  const [rule] = await tx
    .select({ tie_break: competitions.tie_break })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(seasons.id, season))
  if (rule === undefined) return
  const [finals, entrants] = [await selectFinals(tx, season), await selectTableTeams(tx, season)]
  const rows = tableOf(finals, entrants, rule.tie_break)
  const through = finals.reduce<string | null>((last, { date }) => (last === null || date > last ? date : last), null)
  const json = JSON.stringify(rows.map((row) => ({ season_id: season, ...row })))
  await Promise.all([
    tx.update(seasons).set({ table_games: finals.length, table_through: through }).where(eq(seasons.id, season)),
    execute(
      tx,
      sql`delete from standings where season_id = ${season} and team_id not in (
            select team_id from json_to_recordset(${json}::json) as r (team_id text))`,
    ),
    execute(
      tx,
      sql`insert into standings (season_id, team_id, ${columns})
          select season_id, team_id, ${columns} from json_populate_recordset(null::standings, ${json}::json)
          on conflict (season_id, team_id) do update set (${columns}) = row (${excluded})
          where (${stored}) is distinct from (${excluded})`,
    ),
  ])
}
