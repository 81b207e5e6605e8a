import type { GameBundle } from '@basketball-data/core/contract'
import { readDay } from './calendar.ts'
import { playSeason } from './season.ts'
import type { Detail } from './stage.ts'
import { leaguesOf } from './world/leagues.ts'
import type { World } from './world/league.ts'

export type { Detail } from './stage.ts'

/** What a simulated world is made from. */
export type SimulateOptions = {
  /** Any text; another seed makes another world. Default `basketball`. */
  seed?: string
  /** Today, YYYY-MM-DD: games before it are over, those on it and after it are still to come. */
  day: string
  /** Seasons per competition, the one in progress included. Default 2. */
  seasons?: number
  /**
   * How many games to yield, played or not: fewer than the world has cut it short, more add further leagues of the
   * usual kind. Default: the five competitions alone.
   */
  games?: number
  /** How much is told of each game; the games themselves are the same whatever is told. Default `full`. */
  detail?: Detail
}

const COMPETITIONS = 5

/**
 * A made-up world of basketball, by competition, season and day: an international league with a final four, a
 * 48-minute league with play-in, all-star game and preseason, a women's league without play-by-play, a cup and
 * a friendly tournament. Every game is played out possession by possession, so that its score, box score, play-by-play
 * and shots agree.
 *
 * Seed and day determine everything, on every machine. Within a quarter of the year the calendar stays as it is while
 * the day moves on: games that are over stay what they were. With a new quarter the seasons move on by three months,
 * under the same identifiers: fill another store.
 *
 * Parts of the bundles (teams, players) are shared between them: take them as read-only.
 *
 * @throws RangeError when the day is no calendar day, or seasons or games is not a whole number of at least 1.
 * @example
 * for (const bundle of simulate({ day: '2026-11-20' })) await ingest(bundle)
 */
export function simulate(options: SimulateOptions): Iterable<GameBundle> {
  const { seed = 'basketball', day, seasons = 2, games, detail = 'full' } = options
  for (const count of [seasons, games ?? 1])
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a whole number of at least 1`)
  const world: World = { seed, today: readDay(day), seasons, clubs: 0, players: 0, names: new Set() }
  return games === undefined ? play(world, detail, COMPETITIONS) : first(games, play(world, detail, Infinity))
}

function* play(world: World, detail: Detail, competitions: number): Generator<GameBundle, void> {
  const leagues = leaguesOf(world)
  for (let count = 0; count < competitions; count++) {
    const league = leagues.next().value
    for (let seasons_ago = world.seasons - 1; seasons_ago >= 0; seasons_ago--)
      yield* playSeason({ world, league, seasons_ago, detail })
  }
}

function* first<Item>(count: number, items: Iterable<Item>): Generator<Item, void> {
  let left = count
  for (const item of items) {
    yield item
    if (--left === 0) return
  }
}
