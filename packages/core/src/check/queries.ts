import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import {
  boxLines,
  competitions,
  games,
  playByPlays,
  players,
  playerSeasons,
  playerSeasonTotals,
  seasonDays,
  seasons,
  shotCharts,
  teamBoxes,
  teams,
  teamSeasons,
  warnings,
  type Store,
} from '../store/index.ts'

/** All seasons with their counts, by competition and year. */
export const selectSeasons = ({ db }: Store) =>
  db
    .select({
      ...getTableColumns(seasons),
      competition: { id: competitions.id, name: competitions.name, tie_break: competitions.tie_break },
    })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .orderBy(asc(competitions.sort_name), asc(competitions.id), asc(seasons.start_year), asc(seasons.id))

export type SeasonRow = Awaited<ReturnType<typeof selectSeasons>>[number]

/** A season as it is now. */
export const selectSeason = async (store: Store, id: string): Promise<SeasonRow | undefined> =>
  (await selectSeasons(store)).find((season) => season.id === id)

const newestFirst = (a: GameRow, b: GameRow): number => {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1
  const [tipOff, other] = [a.tip_off?.getTime() ?? -Infinity, b.tip_off?.getTime() ?? -Infinity]
  if (tipOff !== other) return tipOff > other ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The games of a season, newest first. */
export const selectGames = async ({ db }: Store, season: string) =>
  (await db.select().from(games).where(eq(games.season_id, season))).toSorted(newestFirst)

export type GameRow = typeof games.$inferSelect

/** The parts of some games, as they are stored. */
export const selectParts = async ({ db }: Store, ids: string[]) => {
  const [lines, boxes, plays, shots, warned] = await Promise.all([
    db
      .select({ ...getTableColumns(boxLines), name: players.name })
      .from(boxLines)
      .innerJoin(players, eq(players.id, boxLines.player_id))
      .where(inArray(boxLines.game_id, ids)),
    db.select().from(teamBoxes).where(inArray(teamBoxes.game_id, ids)),
    db
      .select({
        game_id: playByPlays.game_id,
        events: sql<number>`jsonb_array_length(${playByPlays.events})`,
        home_score: sql<number | null>`(${playByPlays.events}->-1->>'home_score')::integer`,
        away_score: sql<number | null>`(${playByPlays.events}->-1->>'away_score')::integer`,
      })
      .from(playByPlays)
      .where(inArray(playByPlays.game_id, ids)),
    db
      .select({ game_id: shotCharts.game_id, shots: sql<number>`jsonb_array_length(${shotCharts.shots})` })
      .from(shotCharts)
      .where(inArray(shotCharts.game_id, ids)),
    db.select({ game_id: warnings.game_id, code: warnings.code }).from(warnings).where(inArray(warnings.game_id, ids)),
  ])
  return { lines, boxes, plays, shots, warned }
}

export type Parts = Awaited<ReturnType<typeof selectParts>>
export type LineRow = Parts['lines'][number]

/** The teams with a row in the counts of a season, or among `ids`. */
export const selectTeams = ({ db }: Store, ids: string[]) =>
  db.select({ id: teams.id, name: teams.name, sort_name: teams.sort_name }).from(teams).where(inArray(teams.id, ids))

export type TeamRow = Awaited<ReturnType<typeof selectTeams>>[number]

/** The stored totals of players in a season, for each team. */
export const selectStints = ({ db }: Store, season: string) =>
  db
    .select({ ...getTableColumns(playerSeasons), name: players.name })
    .from(playerSeasons)
    .innerJoin(players, eq(players.id, playerSeasons.player_id))
    .where(eq(playerSeasons.season_id, season))

/** The stored totals of players in a season, over all teams. */
export const selectTotals = ({ db }: Store, season: string) =>
  db
    .select({ ...getTableColumns(playerSeasonTotals), name: players.name })
    .from(playerSeasonTotals)
    .innerJoin(players, eq(players.id, playerSeasonTotals.player_id))
    .where(eq(playerSeasonTotals.season_id, season))

/** The stored counts of the teams in a season. */
export const selectTeamCounts = ({ db }: Store, season: string) =>
  db
    .select({ ...getTableColumns(teamSeasons), name: teams.name })
    .from(teamSeasons)
    .innerJoin(teams, eq(teams.id, teamSeasons.team_id))
    .where(eq(teamSeasons.season_id, season))

/** The stored counts of the days of a season. */
export const selectDayCounts = ({ db }: Store, season: string) =>
  db.select().from(seasonDays).where(eq(seasonDays.season_id, season))

/** The stored number of games of every team over all seasons, and the number of its games. */
export const selectTeamGames = ({ db }: Store) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      games: teams.games,
      counted: sql<number>`(select count(*) from games g where teams.id in (g.home_team_id, g.away_team_id))::integer`,
    })
    .from(teams)
