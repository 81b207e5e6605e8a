import type { Core, GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import type { Sql } from 'postgres'

/** The day of the simulated world, fixed so that every run measures the same data. */
const DAY = '2026-11-20'

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

/** Creates the plain table of events that the references read, one row per event, and analyzes the database. */
export const createEventsTable = async (sql: Sql): Promise<void> => {
  await sql`create table bench_events as select * from events`
  await sql`alter table bench_events add primary key (game_id, seq)`
  await sql`vacuum analyze`
}

/** Ids of the games to request. */
export type Sample = { games: string[]; playByPlays: string[]; events_per_game: number }

/** Selects final games and games with a play-by-play by id, which is as good as random. */
export const pickSample = async (sql: Sql): Promise<Sample> => {
  const games = await sql<{ id: string }[]>`select id from games where status = 'final' order by id limit 100`
  const playByPlays = await sql<{ game_id: string; events: number }[]>`
    select game_id, count(*)::integer as events from bench_events group by game_id order by game_id limit 50`
  const events = playByPlays.reduce((sum, game) => sum + game.events, 0)
  return {
    games: games.map(({ id }) => id),
    playByPlays: playByPlays.map(({ game_id }) => game_id),
    events_per_game: Math.round(events / playByPlays.length),
  }
}
