import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { AssumedResult, StandingsRow, TeamRef } from '../contract/index.ts'
import { requireSeasonInWindow, type WindowContext } from '../accounts/window.ts'
import { latestSeason, selectOrExplain, selectSeasonOnDay, type SeasonFilters } from '../competitions/queries.ts'
import { badRequest } from '../errors.ts'
import { byGroup, type ExplainedRow, type TableRow } from '../statistics/index.ts'
import {
  competitions,
  games,
  preparedSelect,
  seasons,
  standings,
  teams,
  within,
  type Database,
  type Store,
} from '../store/index.ts'
import { freshStandings } from './stale-queries.ts'
import { computeRaces, computeStandings, computeWhatIf, type ComputedStandings } from './table-queries.ts'

/** The season of the request, or the latest with a final game, or else the latest. */
const SEASON = {
  requested: sql.placeholder('season'),
  latest: sql`coalesce(${latestSeason('final_games')}, ${latestSeason()})`,
}

const { season_id: _season, team_id: _team, group_name: group, ...columns } = getTableColumns(standings)

const buildStandingsQuery = (db: Database, season: keyof typeof SEASON) =>
  db
    .select({
      competition: { id: competitions.id, name: competitions.name },
      time_zone: competitions.time_zone,
      season: { id: seasons.id, name: seasons.name },
      last_date: seasons.last_date,
      stale: seasons.standings_stale,
      games: seasons.standings_games,
      through: seasons.standings_through,
      stages: seasons.stage_tables,
      team: { id: teams.id, name: teams.name },
      row: { ...columns, group },
    })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .leftJoin(standings, eq(standings.season_id, seasons.id))
    .leftJoin(teams, eq(teams.id, standings.team_id))
    .where(and(eq(seasons.competition_id, sql.placeholder('competition')), eq(seasons.id, SEASON[season])))
    .orderBy(asc(standings.rank))

const seasonStandings = preparedSelect((db) => buildStandingsQuery(db, 'requested'))
const latestStandings = preparedSelect((db) => buildStandingsQuery(db, 'latest'))

type Row = Awaited<ReturnType<typeof buildStandingsQuery>>[number]

const toStandingsRow = (row: Omit<StandingsRow, 'team'>, team: TeamRef): StandingsRow => ({
  group: row.group,
  rank: row.rank,
  team,
  played: row.played,
  won: row.won,
  lost: row.lost,
  win_share: row.win_share,
  league_points: row.league_points,
  points_for: row.points_for,
  points_against: row.points_against,
  points_difference: row.points_difference,
  home: row.home,
  away: row.away,
  last_ten: row.last_ten,
  streak: row.streak,
})

/** A season without teams yields one row without a team. */
const storedRows = ({ row, team }: Row): StandingsRow[] =>
  row === null || team === null ? [] : [toStandingsRow(row, team)]

/**
 * What `select` finds about a season that the caller may read.
 * @throws ServiceError bad_request for an unknown season, or without one; upgrade_required outside the window of the plan
 */
export const requireTables = async <Found extends { last_date: string | null }>(
  ctx: WindowContext & { store: Store },
  filters: SeasonFilters,
  select: () => Promise<Found | undefined>,
): Promise<Found> => {
  const found = await selectOrExplain(ctx.store, filters, select)
  if (found === undefined) throw badRequest(`competition: ${filters.competition} has no season yet.`)
  requireSeasonInWindow(ctx, found.last_date)
  return found
}

/** The names of teams by id. */
const selectNames = async ({ db }: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const named = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(within(sql`${teams.id}`, ids))
  return new Map(named.map(({ id, name }) => [id, name]))
}

/** The rows of computed standings with the names of their teams. */
const namedRows = async (store: Store, rows: readonly TableRow[]): Promise<StandingsRow[]> => {
  const ids = rows.map(({ team_id }) => team_id)
  const names = await selectNames(store, ids)
  return rows
    .map((row) => toStandingsRow(row, { id: row.team_id, name: names.get(row.team_id) ?? '' }))
    .toSorted((a, b) => byGroup(a.group, b.group))
}

const namedStages = (store: Store, stages: ComputedStandings['stages']) =>
  Promise.all(stages.map(async ({ rows, ...stage }) => ({ ...stage, table: await namedRows(store, rows) })))

/**
 * The standings of a season, group by group, best first; computed now if a game has changed since they were stored
 * (decision 5). `stages` are the tables of stages that have their own. `games` and `through` count the games in it (null before the first), and `last_date` is the day of the
 * season's last game of any status. Undefined if the season does not exist.
 */
export const selectStandings = async (store: Store, filters: SeasonFilters) => {
  const rows = await (filters.season === undefined ? latestStandings : seasonStandings)(store)(filters)
  const [first] = rows
  if (first === undefined) return undefined
  const fresh = first.stale ? await freshStandings(store)(first.season.id) : undefined
  const { games, through } = fresh ?? first
  const stored = rows.flatMap(storedRows)
  return {
    competition: first.competition,
    season: first.season,
    games,
    through,
    time_zone: first.time_zone,
    last_date: first.last_date,
    table: fresh ? await namedRows(store, fresh.rows) : stored.toSorted((a, b) => byGroup(a.group, b.group)),
    stages: await namedStages(store, (fresh ?? first).stages ?? []),
  }
}

/** The standings of a season from the results up to a day, as `selectStandings` has those of all results. */
export const selectStandingsOnDay = async (store: Store, filters: SeasonFilters, date: string) => {
  const found = await selectSeasonOnDay(store, filters, { date, having: 'final' })
  if (found === undefined) return undefined
  const { rows, stages, games, through } = await computeStandings(store.db, found.season.id, { until: date })
  return { ...found, games, through, table: await namedRows(store, rows), stages: await namedStages(store, stages) }
}

/** The races of a season's groups by the results up to a day, by default by all; undefined if the season does not exist. */
export const selectRaces = async (store: Store, filters: SeasonFilters, date: string | undefined) => {
  const found = await selectSeasonOnDay(store, filters, { date, having: 'final' })
  if (found === undefined) return undefined
  const { through, races } = await computeRaces(store.db, found.season.id, { until: date })
  const ids = races.flatMap(({ teams }) => teams.map(({ team_id }) => team_id))
  const names = await selectNames(store, ids)
  const named = races.map(({ teams, ...race }) => ({
    ...race,
    teams: teams.map(({ team_id, ...team }) => ({ team: { id: team_id, name: names.get(team_id) ?? '' }, ...team })),
  }))
  return { ...found, through, races: named }
}

/** The season of a game; undefined if there is no such game. */
const selectSeasonOfGame = async ({ db }: Store, id: string) => {
  const [game] = await db.select({ season: games.season_id }).from(games).where(eq(games.id, id))
  return game
}

/** The rows of a table with assumed results, with the names of their teams and the rule that placed each. */
const explainedRows = async (store: Store, rows: readonly ExplainedRow[]) => {
  const decisions = new Map(rows.map(({ team_id, decided_by }) => [team_id, decided_by]))
  const named = await namedRows(store, rows)
  return named.map((row) => ({ ...row, decided_by: decisions.get(row.team.id) ?? ('name' as const) }))
}

/**
 * The standings of a season with assumed results, as `selectStandings` has those of all results; undefined if the season does not
 * exist. @throws ServiceError bad_request for a game that the season's table does not count
 */
export const selectWhatIf = async (
  store: Store,
  filters: SeasonFilters,
  results: ReadonlyMap<string, AssumedResult>,
) => {
  const found = await selectSeasonOnDay(store, filters, { having: 'final' })
  if (found === undefined) return undefined
  const { rows, stages, unknown, ...table } = await computeWhatIf(store.db, found.season.id, results)
  const [game] = unknown
  if (game !== undefined) {
    const known = await selectSeasonOfGame(store, game)
    if (known === undefined) throw badRequest(`results: there is no game ${game}.`)
    if (known.season !== found.season.id)
      throw badRequest(`results: ${game} is a game of season ${known.season}, not of ${found.season.id}.`)
    throw badRequest(`results: ${game} does not count for the standings.`)
  }
  return {
    ...found,
    ...table,
    table: await explainedRows(store, rows),
    stages: await Promise.all(
      stages.map(async ({ rows, ...stage }) => ({ ...stage, table: await explainedRows(store, rows) })),
    ),
  }
}
