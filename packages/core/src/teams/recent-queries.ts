import { and, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Game, TeamRef } from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../records/game-queries.ts'
import {
  competitions,
  games,
  isCounted,
  isInCountedStage,
  lengthColumns,
  preparedSelects,
  selectRows,
  teamBoxes,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** The filters of the recent games of a team. All of them must match. */
export type RecentFilters = {
  venue?: 'home' | 'away' | undefined
  competition?: string | undefined
  season?: string | undefined
  opponent?: string | undefined
  from?: string | undefined
  /** Only games before this day. */
  before?: string | undefined
  /** Whether draws are left out. Default: false. */
  decided?: boolean | undefined
}

/** There is one prepared statement per combination: which filters are present, and how many games are read at most. */
type Variant = {
  venue: 'home' | 'away' | 'both'
  competition: boolean
  season: boolean
  opponent: boolean
  from: boolean
  before: boolean
  decided: boolean
  last: number
}

const toKey = (variant: Variant): string => Object.values(variant).join(' ')

const placeholder = sql.placeholder
const NEWEST_FIRST = sql`order by date desc nulls last, tip_off_order desc nulls last, id`

const atVenue = (side: 'home' | 'away', variant: Variant): SQL => {
  const { venue, competition, season, opponent, from, before, decided, last } = variant
  const own = sql.raw(`g.${side}_team_id`)
  const other = sql.raw(`g.${side === 'home' ? 'away' : 'home'}_team_id`)
  return sql`(select g.id, g.date, g.tip_off_order from games g
    where ${own} = ${placeholder('team')} and ${isCounted}
      ${opponent ? sql`and ${other} = ${placeholder('opponent')}` : sql``}
      ${venue === 'both' ? sql`` : sql`and not g.neutral`}
      ${decided ? sql`and g.home_score <> g.away_score` : sql``}
      ${competition ? sql`and g.competition_id = ${placeholder('competition')}` : sql``}
      ${season ? sql`and g.season_id = ${placeholder('season')}` : sql``}
      ${before ? sql`and g.date < ${placeholder('before')}::date` : sql``}
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

/** The terms of possessions. */
const possessionColumns = (box: typeof homeBox | typeof awayBox) => ({
  field_goals_attempted: box.field_goals_attempted,
  free_throws_attempted: box.free_throws_attempted,
  offensive_rebounds: box.offensive_rebounds,
  turnovers: box.turnovers,
})

/**
 * The data of the games from which a team form is computed. A form names no season, which `joinGameRecords` would join,
 * and reads the length of a game from its competition.
 */
const buildFormGamesQuery = (db: Database, variant: Variant) =>
  db
    .select({
      id: games.id,
      date: games.date,
      competition: { id: competitions.id, name: competitions.name },
      competition_minutes: competitions.regulation_minutes,
      home: { id: home.id, name: home.name },
      away: { id: away.id, name: away.name },
      home_score: games.home_score,
      away_score: games.away_score,
      home_box: possessionColumns(homeBox),
      away_box: possessionColumns(awayBox),
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

/** The data of a game from which a team form is computed; a box is null without team totals. */
export type FormRow = Awaited<ReturnType<typeof buildFormGamesQuery>>[number]

const toVariant = ({ venue, decided = false, ...filters }: RecentFilters, last: number): Variant => ({
  venue: venue ?? 'both',
  competition: filters.competition !== undefined,
  season: filters.season !== undefined,
  opponent: filters.opponent !== undefined,
  from: filters.from !== undefined,
  before: filters.before !== undefined,
  decided,
  last,
})

/** The last counted games of a team, newest first. Empty also without the team or the competition. */
export const selectFormGames = (
  store: Store,
  team: string,
  filters: RecentFilters,
  last: number,
): Promise<FormRow[]> => {
  return formGames(store, toVariant(filters, last))({ ...filters, team })
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
  const rows = await recentGames(store, toVariant(filters, last))({ ...filters, team })
  return rows.map(({ neutral, ...row }) => ({ game: toGame(row), neutral }))
}

/** A team as the games it played name it; undefined without a game. */
export const findTeam = (id: string, games: readonly Pick<Game, 'home' | 'away'>[]): TeamRef | undefined =>
  games.flatMap(({ home, away }) => [home, away]).find((team) => team.id === id)

const RestDays = z.object({ team_id: z.string(), rest_days: z.int() })

/** Days since the previous game of each team in the season, played or scheduled; one that was called off is none. */
export const selectRestDays = async (
  { db }: Store,
  { season, date, home, away }: Game,
): Promise<Map<string, number>> => {
  const rows = await selectRows(
    db,
    RestDays,
    sql`select team_id, ${date}::date - max(date) as rest_days
        from games g cross join lateral (values (home_team_id), (away_team_id)) side (team_id)
        where season_id = ${season.id} and date < ${date}::date and status <> 'no_result' and ${isInCountedStage}
          and team_id in (${home.id}, ${away.id})
        group by team_id`,
  )
  return new Map(rows.map(({ team_id, rest_days }) => [team_id, rest_days]))
}
