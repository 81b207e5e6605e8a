import { LeaderStat, type CompetitionRef, type SeasonRef } from '../contract/index.ts'
import type { OperationCalls } from '../operations.ts'
import type { Store } from '../store/index.ts'
import { createComparison, type Comparison, type Disagreement } from './comparison.ts'
import { recountCounts } from './counts.ts'
import { compareParts, isCountedStage, partsByGame } from './parts.ts'
import { createPlayerTotals, recountLeaders, SUMMED, totalsOf, type PlayerTotals } from './players.ts'
import {
  selectDayCounts,
  selectGames,
  selectParts,
  selectSeason,
  selectSeasons,
  selectStints,
  selectTeamCounts,
  selectTeamGames,
  selectTeams,
  selectTotals,
  type GameRow,
  type SeasonRow,
} from './queries.ts'
import { recountTable } from './table.ts'

/** What was compared in a season, and what disagrees. */
export type SeasonCheck = {
  /** Null for the counts that span all seasons. */
  competition: CompetitionRef | null
  season: SeasonRef | null
  compared: {
    games: number
    /** Rows of the standings. */
    rows: number
    /** Rows of the lists of leaders. */
    leaders: number
    /** Players with season totals. */
    players: number
    /** Single values of all of these, and of counts, flags and copies. */
    values: number
  }
  disagreements: readonly Disagreement[]
}

/** The operations that the check calls. */
type Api = Pick<OperationCalls, 'standings' | 'leaders'>

/** Games whose parts are in memory at the same time. */
const BATCH = 100

/** Compares the parts of every game, and adds up the lines. */
const readLines = async (store: Store, games: readonly GameRow[], names: Names, comparison: Comparison) => {
  const totals = createPlayerTotals()
  for (let from = 0; from < games.length; from += BATCH) {
    const batch = games.slice(from, from + BATCH)
    const parts = await selectParts(
      store,
      batch.map(({ id }) => id),
    )
    const partsOf = partsByGame(parts)
    const warned = Map.groupBy(parts.warned, ({ game_id }) => game_id)
    for (const game of batch) {
      const ofGame = partsOf(game.id)
      const codes = new Set(warned.get(game.id)?.map(({ code }) => code))
      const teams = `${names(game.home_team_id)} - ${names(game.away_team_id)}`
      compareParts(comparison, `game ${game.id}, ${game.date}, ${teams}`, game, ofGame, codes)
      if (game.status !== 'final') continue
      for (const line of ofGame.lines)
        totals.add(line, game.date, game[`${line.side}_team_id`], isCountedStage(game.stage))
    }
  }
  return totals.stints
}

/** The name of a record by its id. */
type Names = (id: string) => string

const namesOf = (records: Iterable<{ id: string; name: string }>): Names => {
  const names = new Map(Array.from(records, ({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))

/** Rows by their number, from 1. */
const numbered = <Row>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row, index) => [String(index + 1), row]))

const compareStandings = async (
  api: Api,
  season: SeasonRow,
  table: ReturnType<typeof recountTable>,
  names: Names,
  comparison: Comparison,
) => {
  const { data } = await api.standings.get({ competition: season.competition.id, season: season.id })
  const { games, through } = table
  // Before its first game the table is served as of today.
  comparison.fields('standings', { games: data.games, through: games === 0 ? null : data.through }, { games, through })
  const served = data.table.map(({ team, ...row }, index) => ({ team: team.id, position: index + 1, ...row }))
  comparison.rows(
    (team) => `standings, ${names(team)}`,
    byKey(served, ({ team }) => team),
    table.rows,
  )
}

const compareLeaders = async (
  api: Api,
  season: SeasonRow,
  totals: ReadonlyMap<string, PlayerTotals>,
  minGames: number,
  names: Names,
  comparison: Comparison,
) => {
  let leaders = 0
  const named = (id: string, name = names(id)) => `${name} (${id})`
  for (const stat of LeaderStat.options) {
    const { data } = await api.leaders.get({ competition: season.competition.id, season: season.id, stat })
    const recounted = recountLeaders(totals, stat, minGames)
    comparison.fields(`leaders in ${stat}`, { min_games: data.min_games }, { min_games: minGames })
    const served = data.leaders.map(({ player, team, ...leader }) => ({
      ...leader,
      player: named(player.id, player.name),
      team: team && named(team.id, team.name),
    }))
    const recomputed = recounted.map(({ player, team, ...leader }) => ({
      ...leader,
      player: named(player, totals.get(player)?.name),
      team: named(team),
    }))
    comparison.rows((number) => `leaders in ${stat}, number ${number}`, numbered(served), numbered(recomputed))
    leaders += recounted.length
  }
  return leaders
}

const sumsOf = ({ sums }: PlayerTotals) =>
  Object.fromEntries(SUMMED.map((column) => [column, sums.get(column) ?? null]))

const comparePlayers = async (
  store: Store,
  season: string,
  stints: ReadonlyMap<string, PlayerTotals>,
  totals: ReadonlyMap<string, PlayerTotals>,
  names: Names,
  comparison: Comparison,
) => {
  const stored = await selectStints(store, season)
  const playerNames = namesOf([
    ...stored.map(({ player_id, name }) => ({ id: player_id, name })),
    ...[...stints.values()].map(({ player, name }) => ({ id: player, name })),
  ])
  comparison.rows(
    (key) => {
      const [player = '', team = ''] = key.split(' ')
      return `season totals of ${playerNames(player)} (${player}), ${names(team)}`
    },
    byKey(stored, ({ player_id, team_id }) => `${player_id} ${team_id}`),
    new Map(
      [...stints].map(([key, stint]) => {
        const { appearances, first_date, last_date, games, last_game, starts, number } = stint
        return [key, { appearances, first_date, last_date, games, last_game, starts, number, ...sumsOf(stint) }]
      }),
    ),
  )
  const all = await selectTotals(store, season)
  const ranked = new Set(all.flatMap((row) => Object.keys(row)))
  comparison.rows(
    (player) => `season totals of ${playerNames(player)} (${player})`,
    byKey(all, ({ player_id }) => player_id),
    new Map(
      [...totals].map(([player, total]) => {
        const sums = Object.entries(sumsOf(total)).filter(([column]) => ranked.has(column))
        return [player, { team_id: total.team, games: total.games, ...Object.fromEntries(sums) }]
      }),
    ),
  )
}

/** Checks one season as it is now. */
const checkSeason = async (store: Store, api: Api, season: SeasonRow): Promise<SeasonCheck> => {
  const comparison = createComparison()
  const games = await selectGames(store, season.id)
  const counts = recountCounts(games)
  const teamCounts = await selectTeamCounts(store, season.id)
  const ids = new Set([...counts.teams.keys(), ...teamCounts.map(({ team_id }) => team_id)])
  const teams = await selectTeams(store, [...ids])
  const names = namesOf(teams)
  const { competition, ...stored } = season
  comparison.fields('counts of the season', stored, counts.season)
  comparison.rows(
    (team) => `counts of ${names(team)}`,
    byKey(teamCounts, ({ team_id }) => team_id),
    counts.teams,
  )
  comparison.rows(
    (day) => `counts of ${day}`,
    byKey(await selectDayCounts(store, season.id), ({ date }) => date),
    counts.days,
  )
  const stints = await readLines(store, games, names, comparison)
  const totals = totalsOf(stints.values())
  const table = recountTable(games, teams, season.competition.tie_break)
  await comparePlayers(store, season.id, stints, totals, names, comparison)
  await compareStandings(api, season, table, names, comparison)
  const leaders = await compareLeaders(api, season, totals, counts.season.min_games, names, comparison)
  const { id, name } = season
  return {
    competition: { id: competition.id, name: competition.name },
    season: { id, name },
    compared: {
      games: games.length,
      rows: table.rows.size,
      leaders,
      players: totals.size,
      values: comparison.count(),
    },
    disagreements: comparison.disagreements,
  }
}

/** Checks the number of games of each team over all seasons. */
const checkTeams = async (store: Store): Promise<SeasonCheck> => {
  const comparison = createComparison()
  for (const { id, name, games, counted } of await selectTeamGames(store))
    comparison.fields(`counts of ${name} (${id})`, { games }, { games: counted })
  return {
    competition: null,
    season: null,
    compared: { games: 0, rows: 0, leaders: 0, players: 0, values: comparison.count() },
    disagreements: comparison.disagreements,
  }
}

/**
 * Recomputes, season by season, what is served and stored about it from its games and box lines: standings, the top ten of
 * every statistic, season totals, counts and flags. A season that disagrees is checked once more, because an import may
 * have changed it meanwhile. The last result is for the counts that span all seasons.
 *
 * The recomputation shares no code with what computes these values otherwise. Its memory depends on the largest season.
 */
export async function* checkSeasons(store: Store, api: Api): AsyncGenerator<SeasonCheck> {
  for (const season of await selectSeasons(store)) {
    const checked = await checkSeason(store, api, season)
    const now = checked.disagreements.length === 0 ? undefined : await selectSeason(store, season.id)
    yield now === undefined ? checked : await checkSeason(store, api, now)
  }
  yield checkTeams(store)
}
