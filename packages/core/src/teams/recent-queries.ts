import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Game, TeamRef } from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../records/game-queries.ts'
import {
  competitions,
  games,
  isCounted,
  lengthColumns,
  preparedSelects,
  teamBoxes,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The filters of the recent games of a team. All of them must match. */
export type RecentFilters = {
  venue?: 'home' | 'away' | undefined
  competition?: string | undefined
  opponent?: string | undefined
  from?: string | undefined
}

/** There is one prepared statement per combination: which filters are present, and how many games are read at most. */
type Variant = {
  venue: 'home' | 'away' | 'both'
  competition: boolean
  opponent: boolean
  from: boolean
  /** Whether draws are left out. */
  decided: boolean
  last: number
}

const toKey = (variant: Variant): string => Object.values(variant).join(' ')

const placeholder = sql.placeholder
const NEWEST_FIRST = sql`order by date desc nulls last, tip_off_order desc nulls last, id`

const atVenue = (side: 'home' | 'away', { venue, competition, opponent, from, decided, last }: Variant): SQL => {
  const own = sql.raw(`g.${side}_team_id`)
  const other = sql.raw(`g.${side === 'home' ? 'away' : 'home'}_team_id`)
  return sql`(select g.id, g.date, g.tip_off_order from games g
    where ${own} = ${placeholder('team')} and ${isCounted}
      ${opponent ? sql`and ${other} = ${placeholder('opponent')}` : sql``}
      ${venue === 'both' ? sql`` : sql`and not g.neutral`}
      ${decided ? sql`and g.home_score <> g.away_score` : sql``}
      ${competition ? sql`and g.competition_id = ${placeholder('competition')}` : sql``}
      ${from ? sql`and g.date >= ${placeholder('from')}::date` : sql``}
    ${NEWEST_FIRST} limit ${last}::integer)`
}

/**
 * SQL: whether a game `games` is one of the last counted games of a team. Home and away games are read from separate
 * indexes (those between two teams from the index of the pair), and at most `last` of each, so that the time does not
 * depend on how many games the team has played.
 */
const isRecent = (variant: Variant): SQL => {
  const sides = variant.venue === 'both' ? (['home', 'away'] as const) : [variant.venue]
  const branches = sql.join(
    sides.map((side) => atVenue(side, variant)),
    sql` union all `,
  )
  return sql`${games.id} = any (array(
    select id from (${branches}) as recent ${NEWEST_FIRST} limit ${variant.last}::integer))`
}

const NEWEST_GAMES_FIRST = [
  sql`${games.date} desc nulls last`,
  sql`${games.tip_off_order} desc nulls last`,
  games.id,
] as const

const home = alias(teams, 'home')
const away = alias(teams, 'away')
const homeBox = alias(teamBoxes, 'home_box')
const awayBox = alias(teamBoxes, 'away_box')

/**
 * The data of the games from which a team form is computed. A form names no season, which `joinGameRecords` would join,
 * and reads the length of a game from its competition.
 */
const buildFormGamesQuery = (db: Database, variant: Variant) =>
  db
    .select({
      id: games.id,
      date: games.date,
      competition_id: competitions.id,
      competition_name: competitions.name,
      competition_minutes: competitions.regulation_minutes,
      home_id: home.id,
      home_name: home.name,
      away_id: away.id,
      away_name: away.name,
      home_score: games.home_score,
      away_score: games.away_score,
      home_shots: homeBox.field_goals_attempted,
      home_free_throws: homeBox.free_throws_attempted,
      home_offensive_rebounds: homeBox.offensive_rebounds,
      home_turnovers: homeBox.turnovers,
      away_shots: awayBox.field_goals_attempted,
      away_free_throws: awayBox.free_throws_attempted,
      away_offensive_rebounds: awayBox.offensive_rebounds,
      away_turnovers: awayBox.turnovers,
      ...lengthColumns,
    })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .leftJoin(homeBox, and(eq(homeBox.game_id, games.id), eq(homeBox.side, 'home'), eq(homeBox.has_totals, true)))
    .leftJoin(awayBox, and(eq(awayBox.game_id, games.id), eq(awayBox.side, 'away'), eq(awayBox.has_totals, true)))
    .where(isRecent(variant))
    .orderBy(...NEWEST_GAMES_FIRST)

const formGames = preparedSelects(toKey, buildFormGamesQuery)

type Row = Awaited<ReturnType<typeof buildFormGamesQuery>>[number]

/** The terms of possessions are null without team totals. */
const toFormRow = (row: Row) => ({
  ...row,
  competition: { id: row.competition_id, name: row.competition_name },
  home: { id: row.home_id, name: row.home_name },
  away: { id: row.away_id, name: row.away_name },
  home_box: {
    field_goals_attempted: row.home_shots,
    free_throws_attempted: row.home_free_throws,
    offensive_rebounds: row.home_offensive_rebounds,
    turnovers: row.home_turnovers,
  },
  away_box: {
    field_goals_attempted: row.away_shots,
    free_throws_attempted: row.away_free_throws,
    offensive_rebounds: row.away_offensive_rebounds,
    turnovers: row.away_turnovers,
  },
})

/** The data of a game from which a team form is computed. */
export type FormRow = ReturnType<typeof toFormRow>

const toVariant = ({ venue, competition, opponent, from }: RecentFilters, decided: boolean, last: number): Variant => ({
  venue: venue ?? 'both',
  competition: competition !== undefined,
  opponent: opponent !== undefined,
  from: from !== undefined,
  decided,
  last,
})

/** The last counted games of a team that had a winner, newest first. Empty also without the team or the competition. */
export const selectFormGames = async (
  store: Store,
  team: string,
  filters: RecentFilters,
  last: number,
): Promise<FormRow[]> => {
  const rows = await formGames(store, toVariant(filters, true, last))({ ...filters, team })
  return rows.map(toFormRow)
}

const recentGames = preparedSelects(toKey, (db, variant: Variant) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, neutral: games.neutral })
      .from(games)
      .$dynamic(),
  )
    .where(isRecent(variant))
    .orderBy(...NEWEST_GAMES_FIRST),
)

/** A game, and whether its court is neutral. */
export type RecentGame = { game: Game; neutral: boolean }

/** The last counted games of a team, newest first. Empty also without the team, the opponent or the competition. */
export const selectRecentGames = async (
  store: Store,
  team: string,
  filters: RecentFilters,
  last: number,
): Promise<RecentGame[]> => {
  const rows = await recentGames(store, toVariant(filters, false, last))({ ...filters, team })
  return rows.map(({ neutral, ...row }) => ({ game: toGame(row), neutral }))
}

/** A team as the games it played name it; undefined without a game. */
export const findTeam = (id: string, games: readonly Pick<Game, 'home' | 'away'>[]): TeamRef | undefined =>
  games.flatMap(({ home, away }) => [home, away]).find((team) => team.id === id)
