import type { GameBundle } from '@basketball-data/core/contract'
import type { Detail } from './bundle.ts'
import { readDay } from './calendar.ts'
import { playSeason } from './season.ts'
import type { World } from './world/clubs.ts'
import { createLeagues } from './world/leagues.ts'

export type { Detail } from './bundle.ts'

/** Options of `simulate`. */
export type SimulateOptions = {
  /** Any text; a different seed makes a different world. Default `basketball`. */
  seed?: string
  /** Today, YYYY-MM-DD: games before this day are final, games on or after it are scheduled. */
  day: string
  /** Seasons per competition, including the one in progress. Default 2. */
  seasons?: number
  /**
   * Number of games to yield, final or scheduled. A lower number than the five competitions have ends early; a higher
   * number adds national leagues. Default: all games of the five competitions.
   */
  games?: number
  /** How much each bundle contains; the games themselves are the same at each level. Default `full`. */
  detail?: Detail
}

const COMPETITION_COUNT = 5

/**
 * Simulates a world of basketball, ordered by competition, season and day: an international league with a final four, a
 * 48-minute league with a play-in, an all-star game and a preseason, a women's league without play-by-play, a cup and a
 * friendly tournament. Every game is played possession by possession, so its score, box score, play-by-play and shots
 * agree.
 *
 * The result depends only on the options, on every machine. While `day` advances within a quarter of the calendar year,
 * all seasons keep their dates and final games do not change. In the next quarter all seasons are three months later
 * under the same identifiers, so import it into another database.
 *
 * Bundles share objects (teams, players): treat them as read-only.
 *
 * @throws RangeError if the day is not a calendar day, or seasons or games is not a whole number of at least 1.
 * @example
 * for (const bundle of simulate({ day: '2026-11-20' })) await core.ingest(bundle)
 */
export function simulate(options: SimulateOptions): Iterable<GameBundle> {
  const { seed = 'basketball', day, seasons = 2, games, detail = 'full' } = options
  for (const count of [seasons, games ?? 1])
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a whole number of at least 1`)
  const world: World = { seed, today: readDay(day), seasons, clubCount: 0, playerCount: 0, playerNames: new Set() }
  return games === undefined
    ? playCompetitions(world, detail, COMPETITION_COUNT)
    : take(games, playCompetitions(world, detail, Infinity))
}

function* playCompetitions(world: World, detail: Detail, count: number): Generator<GameBundle, void> {
  const leagues = createLeagues(world)
  for (let index = 0; index < count; index++) {
    const league = leagues.next().value
    for (let seasonsAgo = world.seasons - 1; seasonsAgo >= 0; seasonsAgo--)
      yield* playSeason({ world, league, seasonsAgo, detail })
  }
}

function* take<Item>(count: number, items: Iterable<Item>): Generator<Item, void> {
  let remaining = count
  for (const item of items) {
    yield item
    if (--remaining === 0) return
  }
}
