import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Roster } from '../contract/index.ts'
import { totalsColumns } from '../players/season-queries.ts'
import type { ResolvedSeason } from '../seasons/resolve-queries.ts'
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

/** The team's latest season by the year it began; undefined for a team without a season. */
export const selectLatestSeason = async ({ db }: Store, team: string): Promise<ResolvedSeason | undefined> => {
  const [found] = await db
    .select({
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
    })
    .from(teamSeasons)
    .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(teamSeasons.team_id, team))
    .orderBy(desc(seasons.start_year), asc(seasons.id))
    .limit(1)
  return found
}

/** The season asked for, or the one with box scores in which the team played last. */
const SEASON = {
  given: sql.placeholder('season'),
  latest: sql`(
    select latest.id from player_seasons played join seasons latest on latest.id = played.season_id
    where played.team_id = ${sql.placeholder('team')} and played.games > 0
    order by played.last_date desc, latest.start_year desc, latest.id limit 1)`,
}

/** The team, the season and its competition: the limit keeps a planner from looking them up for every player. */
const placeOf = (db: Database, which: keyof typeof SEASON) =>
  db
    .select({
      team_id: sql<string>`${teams.id}`.as('place_team_id'),
      team_name: sql<string>`${teams.name}`.as('place_team_name'),
      season_id: sql<string>`${seasons.id}`.as('place_season_id'),
      season_name: sql<string>`${seasons.name}`.as('place_season_name'),
      last_date: sql<string | null>`${seasons.last_date}`.as('place_last_date'),
      competition_id: sql<string>`${competitions.id}`.as('place_competition_id'),
      competition_name: sql<string>`${competitions.name}`.as('place_competition_name'),
    })
    .from(teams)
    .innerJoin(seasons, eq(seasons.id, SEASON[which]))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(teams.id, sql.placeholder('team')))
    .limit(1)
    .as('place')

const rosterOf = (db: Database, which: keyof typeof SEASON) => {
  const place = placeOf(db, which)
  return db
    .select({
      team_id: place.team_id,
      team_name: place.team_name,
      season_id: place.season_id,
      season_name: place.season_name,
      last_date: place.last_date,
      competition_id: place.competition_id,
      competition_name: place.competition_name,
      player_id: players.id,
      player_name: players.name,
      number: playerSeasons.number,
      starts: playerSeasons.starts,
      last_game: playerSeasons.last_game,
      ...totalsColumns,
    })
    .from(place)
    .innerJoin(
      playerSeasons,
      and(
        eq(playerSeasons.season_id, place.season_id),
        eq(playerSeasons.team_id, place.team_id),
        sql`${playerSeasons.games} > 0`,
      ),
    )
    .innerJoin(players, eq(players.id, playerSeasons.player_id))
    .orderBy(asc(players.sort_name), asc(players.id))
}

const ofSeason = preparedSelect((db) => rosterOf(db, 'given'))
const ofLatest = preparedSelect((db) => rosterOf(db, 'latest'))

type Row = Awaited<ReturnType<typeof rosterOf>>[number]

const toRosterPlayer = (row: Row): Roster['players'] =>
  row.last_game === null
    ? []
    : [
        {
          player: { id: row.player_id, name: row.player_name },
          number: row.number,
          games: row.games,
          starts: row.starts,
          last_game: row.last_game,
          ...averages(row),
        },
      ]

/**
 * Who played for a team in a season (undefined: its latest with box scores), by name; games that statistics count,
 * with the day of the season's last game. Undefined where nobody has, or there is no such team or season.
 */
export const selectRoster = async (
  store: Store,
  team: string,
  season: string | undefined,
): Promise<{ roster: Roster; last_date: string | null } | undefined> => {
  const rows = await (season === undefined ? ofLatest : ofSeason)(store)({ team, season })
  const [first] = rows
  if (first === undefined) return undefined
  const roster = {
    team: { id: first.team_id, name: first.team_name },
    season: { id: first.season_id, name: first.season_name },
    competition: { id: first.competition_id, name: first.competition_name },
    players: rows.flatMap(toRosterPlayer),
  }
  return { roster, last_date: first.last_date }
}
