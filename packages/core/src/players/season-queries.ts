import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { PlayerSeasons } from '../contract/index.ts'
import { averages, type Totals } from '../statistics/index.ts'
import {
  competitions,
  players,
  playerSeasons,
  preparedSelect,
  seasons,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The columns that the averages are computed from. */
export const totalsColumns = {
  games: playerSeasons.games,
  seconds: playerSeasons.seconds,
  points: playerSeasons.points,
  rebounds: playerSeasons.rebounds,
  assists: playerSeasons.assists,
  steals: playerSeasons.steals,
  blocks: playerSeasons.blocks,
  turnovers: playerSeasons.turnovers,
  field_goals_made: playerSeasons.field_goals_made,
  field_goals_attempted: playerSeasons.field_goals_attempted,
  three_made: playerSeasons.three_made,
  three_attempted: playerSeasons.three_attempted,
  free_throws_made: playerSeasons.free_throws_made,
  free_throws_attempted: playerSeasons.free_throws_attempted,
} satisfies Record<keyof Totals, unknown>

/** Every row repeats the player, so that one statement is enough. */
const selectSeasons = (db: Database, which: 'all' | 'of_competition') =>
  db
    .select({
      player: { id: players.id, name: players.name },
      season: { id: seasons.id, name: seasons.name },
      last_date: seasons.last_date,
      competition: { id: competitions.id, name: competitions.name },
      team: { id: teams.id, name: teams.name },
      starts: playerSeasons.starts,
      ...totalsColumns,
    })
    .from(playerSeasons)
    .innerJoin(players, eq(players.id, playerSeasons.player_id))
    .innerJoin(teams, eq(teams.id, playerSeasons.team_id))
    .innerJoin(seasons, eq(seasons.id, playerSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(
      and(
        eq(playerSeasons.player_id, sql.placeholder('id')),
        sql`${playerSeasons.games} > 0`,
        which === 'all' ? undefined : eq(seasons.competition_id, sql.placeholder('competition')),
      ),
    )
    .orderBy(desc(seasons.start_year), desc(playerSeasons.last_game), asc(seasons.id), teams.id)
    // No player has that many; the limit makes Postgres keep a generic plan (decision 4).
    .limit(1000)

const ofAll = preparedSelect((db) => selectSeasons(db, 'all'))
const ofCompetition = preparedSelect((db) => selectSeasons(db, 'of_competition'))

type Row = Awaited<ReturnType<typeof selectSeasons>>[number]

const toPlayerSeason = (row: Row): PlayerSeasons['seasons'][number] => ({
  season: row.season,
  competition: row.competition,
  team: row.team,
  games: row.games,
  starts: row.starts,
  ...averages(row),
})

/**
 * The averages of a player for each season and team over counted games, newest first. Undefined if the player has
 * none, or if the player or competition does not exist.
 *
 * @param from leaves out seasons that ended before this day; null leaves out no season
 */
export const selectPlayerSeasons = async (
  store: Store,
  id: string,
  { competition, from }: { competition: string | undefined; from: string | null },
): Promise<PlayerSeasons | undefined> => {
  const all = await (competition === undefined ? ofAll : ofCompetition)(store)({ id, competition })
  const rows = all.filter(({ last_date }) => last_date === null || last_date >= (from ?? ''))
  const [first] = rows
  if (first === undefined) return undefined
  return { player: first.player, seasons: rows.map(toPlayerSeason) }
}
