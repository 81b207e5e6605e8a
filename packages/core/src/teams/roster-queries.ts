import { and, asc, eq, sql } from 'drizzle-orm'
import type { Roster } from '../contract/index.ts'
import { totalsColumns } from '../players/season-queries.ts'
import { newestSeasonFirst, type SeasonAndCompetition } from '../competitions/queries.ts'
import { averages } from '../statistics/index.ts'
import {
  competitions,
  players,
  playerSeasons,
  preparedSelect,
  seasons,
  teams,
  teamSeasons,
  type Database,
  type Store,
} from '../store/index.ts'

/** The latest season of a team; undefined for a team without a season. */
export const selectLatestSeason = async ({ db }: Store, team: string): Promise<SeasonAndCompetition | undefined> => {
  const [latest] = await db
    .select({
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
    })
    .from(teamSeasons)
    .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(teamSeasons.team_id, team))
    .orderBy(newestSeasonFirst('seasons'))
    .limit(1)
  return latest
}

/** The season of the request, or the one with box scores in which the team last played. */
const SEASON = {
  requested: sql.placeholder('season'),
  latest: sql`(
    select latest.id from player_seasons played join seasons latest on latest.id = played.season_id
    where played.team_id = ${sql.placeholder('team')} and played.games > 0
    order by played.last_date desc, ${newestSeasonFirst('latest')} limit 1)`,
}

/** The team with the season and its competition. The limit makes Postgres look them up once, not once per player. */
const selectTeamSeason = (db: Database, which: keyof typeof SEASON) =>
  db
    .select({
      team_id: sql<string>`${teams.id}`.as('team_season_team_id'),
      team_name: sql<string>`${teams.name}`.as('team_season_team_name'),
      season_id: sql<string>`${seasons.id}`.as('team_season_season_id'),
      season_name: sql<string>`${seasons.name}`.as('team_season_season_name'),
      last_date: sql<string | null>`${seasons.last_date}`.as('team_season_last_date'),
      competition_id: sql<string>`${competitions.id}`.as('team_season_competition_id'),
      competition_name: sql<string>`${competitions.name}`.as('team_season_competition_name'),
    })
    .from(teams)
    .innerJoin(seasons, eq(seasons.id, SEASON[which]))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(teams.id, sql.placeholder('team')))
    .limit(1)
    .as('team_season')

const buildRosterQuery = (db: Database, which: keyof typeof SEASON) => {
  const teamSeason = selectTeamSeason(db, which)
  return db
    .select({
      team: { id: teamSeason.team_id, name: teamSeason.team_name },
      season: { id: teamSeason.season_id, name: teamSeason.season_name },
      competition: { id: teamSeason.competition_id, name: teamSeason.competition_name },
      last_date: teamSeason.last_date,
      player: { id: players.id, name: players.name },
      number: playerSeasons.number,
      starts: playerSeasons.starts,
      last_game: playerSeasons.last_game,
      ...totalsColumns,
    })
    .from(teamSeason)
    .innerJoin(
      playerSeasons,
      and(
        eq(playerSeasons.season_id, teamSeason.season_id),
        eq(playerSeasons.team_id, teamSeason.team_id),
        sql`${playerSeasons.games} > 0`,
      ),
    )
    .innerJoin(players, eq(players.id, playerSeasons.player_id))
    .orderBy(asc(players.sort_name), asc(players.id))
}

const seasonRoster = preparedSelect((db) => buildRosterQuery(db, 'requested'))
const latestRoster = preparedSelect((db) => buildRosterQuery(db, 'latest'))

type Row = Awaited<ReturnType<typeof buildRosterQuery>>[number]

const toRosterPlayer = (row: Row): Roster['players'] => {
  const { player, number, games, starts, last_game } = row
  return last_game === null ? [] : [{ player, number, games, starts, last_game, ...averages(row) }]
}

/**
 * The players who played for a team in a season (undefined: its latest with box scores), by name, over counted games,
 * and the day of the season's last game. Undefined if no player played, or the team or season does not exist.
 */
export const selectRoster = async (
  store: Store,
  team: string,
  season: string | undefined,
): Promise<{ roster: Roster; last_date: string | null } | undefined> => {
  const rows = await (season === undefined ? latestRoster : seasonRoster)(store)({ team, season })
  const [first] = rows
  if (first === undefined) return undefined
  const { team: ofTeam, competition } = first
  const roster = { team: ofTeam, season: first.season, competition, players: rows.flatMap(toRosterPlayer) }
  return { roster, last_date: first.last_date }
}
