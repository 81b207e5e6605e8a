import type { Core, GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import type { Sql } from 'postgres'

/** Fixes the calendar of the simulated world: every run measures the same data. */
const DAY = '2026-11-20'

/** Bundles under way at a time: while the database writes one game, the next is checked. */
const AT_A_TIME = 2

const bringIn = async (core: Core, bundle: GameBundle): Promise<void> => {
  const result = await core.ingest(bundle)
  if (result.outcome !== 'created')
    throw new Error(`game ${bundle.game.external_id} is ${result.outcome}: ${JSON.stringify(result)}`)
}

/** The first games of the world with everything: box score, play-by-play and shots. */
export const gamesInFull = (games: number): GameBundle[] => [...simulate({ day: DAY, games, detail: 'full' })]

/** Ingests the results of all games of a world but the first `left_out`, which come in full. */
export const loadResults = async (core: Core, games: number, left_out: number): Promise<void> => {
  const world = simulate({ day: DAY, games, detail: 'result' })[Symbol.iterator]()
  let place = 0
  const work = async () => {
    for (let next = world.next(); !next.done; next = world.next()) {
      place += 1
      if (place <= left_out) continue
      if (place % 10_000 === 0) console.error(`  ${place} games`)
      await bringIn(core, next.value)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}

/** A plain table of events for the references, one row per event, and statistics for the planner. */
export const layOutEvents = async (sql: Sql): Promise<void> => {
  await sql`create table bench_events as select * from events`
  await sql`alter table bench_events add primary key (game_id, seq)`
  await sql`vacuum analyze`
}

/** Games to ask for in turn. */
export type Sample = { games: string[]; playByPlays: string[]; events_per_game: number }

/** Some final games, and some of those with a play-by-play, picked by their identifiers, which are as good as random. */
export const pickSample = async (sql: Sql): Promise<Sample> => {
  const games = await sql<{ id: string }[]>`select id from games where status = 'final' order by id limit 100`
  const played = await sql<{ game_id: string; events: number }[]>`
    select game_id, count(*)::integer as events from bench_events group by game_id order by game_id limit 50`
  const events = played.reduce((sum, game) => sum + game.events, 0)
  return {
    games: games.map(({ id }) => id),
    playByPlays: played.map(({ game_id }) => game_id),
    events_per_game: Math.round(events / played.length),
  }
}
