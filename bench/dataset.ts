import type { Core, GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import type { Sql } from 'postgres'
import type { Statistic } from './scenarios.ts'

/** The day of the simulated world, fixed so that every run measures the same data. */
export const DAY = '2026-11-20'

/** The first games of the world with box score, play-by-play and shots. */
export const fullGames = (games: number): GameBundle[] => [...simulate({ day: DAY, games, detail: 'full' })]

/** The results of a number of games, except for the first `skip` games. */
function* resultsAfter(skip: number, games: number): Generator<GameBundle> {
  let count = 0
  for (const bundle of simulate({ day: DAY, games, detail: 'result' })) {
    count += 1
    if (count > skip) yield bundle
  }
}

/** Ingests the results of a number of games, except for the first `skip` games. */
export const ingestResults = async (core: Core, games: number, skip: number): Promise<void> => {
  let count = skip
  for await (const result of core.ingestAll(resultsAfter(skip, games))) {
    if (result.outcome !== 'created') throw new Error(`a game is ${result.outcome}: ${JSON.stringify(result)}`)
    count += 1
    if (count % 10_000 === 0) console.error(`  ${count} games`)
  }
}

/** Creates the plain table of events that the reference reads, one row per event, and analyzes the database. */
export const createEventsTable = async (sql: Sql): Promise<void> => {
  await sql`create table bench_events as select * from events`
  await sql`alter table bench_events add primary key (game_id, seq)`
  await sql`vacuum analyze`
}

/** Ids of the records to request, and paths of statistics. */
export type Sample = {
  games: string[]
  playByPlays: string[]
  teams: string[]
  seasons: string[]
  statistics: Record<Statistic, string[]>
  events_per_game: number
}

/** Selects final games, games with a play-by-play, and teams and players with a box score by id, which is as good as random. */
export const pickSample = async (sql: Sql): Promise<Sample> => {
  const games = await sql<{ id: string }[]>`select id from games where status = 'final' order by id limit 100`
  const playByPlays = await sql<{ game_id: string; events: number }[]>`
    select game_id, count(*)::integer as events from bench_events group by game_id order by game_id limit 50`
  const events = playByPlays.reduce((sum, game) => sum + game.events, 0)
  const seasons = await sql<{ id: string; competition: string }[]>`
    select id, competition_id as competition from seasons order by id`
  const matches = await sql<{ team: string; opponent: string; season: string }[]>`
    select distinct on (home_team_id) home_team_id as team, away_team_id as opponent, season_id as season
    from games where has_boxscore order by home_team_id limit 50`
  const players = await sql<{ id: string }[]>`select distinct player_id as id from box_lines order by 1 limit 50`
  const ofSeasons = (path: string) =>
    seasons.map(({ id, competition }) => `/v1/${path}?competition=${competition}&season=${id}`)
  const ofPlayers = (part: string) => players.map(({ id }) => `/v1/players/${id}/${part}`)
  return {
    games: games.map(({ id }) => id),
    playByPlays: playByPlays.map(({ game_id }) => game_id),
    teams: matches.map(({ team }) => team),
    seasons: seasons.map(({ id }) => id),
    statistics: {
      standings: ofSeasons('standings'),
      leaders: ofSeasons('stats/leaders'),
      form: matches.map(({ team }) => `/v1/teams/${team}/form`),
      'head-to-head': matches.map(({ team, opponent }) => `/v1/teams/${team}/head-to-head?opponent=${opponent}`),
      roster: matches.map(({ team, season }) => `/v1/teams/${team}/roster?season=${season}`),
      splits: ofPlayers('splits'),
      'games of a player': ofPlayers('games'),
      'seasons of a player': ofPlayers('seasons'),
    },
    events_per_game: Math.round(events / playByPlays.length),
  }
}

/** Creates keys of as many accounts. */
export const createKeys = async ({ accounts, keys }: Core, count: number): Promise<{ id: string; key: string }[]> => {
  const created: { id: string; key: string }[] = []
  for (let n = 0; n < count; n++) {
    const account = await accounts.create({ email: `bench-${n}@example.org`, plan: 'complete' })
    created.push(await keys.create(account.id))
  }
  return created
}
