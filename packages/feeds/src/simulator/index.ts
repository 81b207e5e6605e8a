import type { CheckedBundle } from '@basketball-data/core/contract'
import type { Detail } from './bundle.ts'
import { readDay } from './calendar.ts'
import { friendlyGame, buildLiveGames, type LiveGame } from './live-game.ts'
import { playSeason } from './season.ts'
import type { World } from './world/clubs.ts'
import { createLeagues, type League } from './world/leagues.ts'

export type { Detail } from './bundle.ts'
export { eventsAt, friendlyNumber, gameAt, type LiveGame, type Pace } from './live-game.ts'

/** Which world is simulated, and until when. */
export type WorldOptions = {
  /** Any text; a different seed makes a different world. Default `basketball`. */
  seed?: string
  /** Today, YYYY-MM-DD: games before this day are final, games on or after it are scheduled. */
  day: string
  /** The day on which the world was first simulated: its seasons keep the dates that they had then. Default: `day`. */
  since?: string
  /** Seasons per competition, including the one in progress. Default 2. */
  seasons?: number
}

/** Options of `simulate`. */
export type SimulateOptions = WorldOptions & {
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
 * under the same identifiers: import them into another database, or stay in the same world with `since`.
 *
 * Bundles share objects (teams, players): treat them as read-only.
 *
 * @throws RangeError if a day is not a calendar day, or seasons or games is not a whole number of at least 1.
 * @example
 * for (const bundle of simulate({ day: '2026-11-20' })) await core.ingest(bundle)
 */
export function simulate({ games, detail = 'full', ...options }: SimulateOptions): Iterable<CheckedBundle> {
  if (games !== undefined) checkCount(games)
  const world = createWorld(options)
  return games === undefined
    ? playCompetitions(world, detail, COMPETITION_COUNT)
    : take(games, playCompetitions(world, detail, Infinity))
}

/**
 * The games of `simulate`, in another order: the seasons in progress of the five competitions come first.
 * @throws RangeError as `simulate`
 */
export function simulateNewestFirst({
  detail = 'full',
  ...options
}: Omit<SimulateOptions, 'games'>): Iterable<CheckedBundle> {
  return playNewestFirst(createWorld(options), detail)
}

/**
 * The games of today as they are played, by day and competition. Games that are called off or abandoned are not among them.
 * @throws RangeError as `simulate`
 */
export function simulateToday(options: WorldOptions): LiveGame[] {
  const world = createWorld(options)
  return fiveLeagues(world).flatMap((league) => buildLiveGames({ world, league, seasonsAgo: 0, detail: 'full' }))
}

/**
 * One more game of today, beyond the schedule: a friendly one between two clubs of the first competition. It belongs to a
 * competition of its own, so that it is in no standings; the same number is always the same game.
 * @param number from 1
 * @throws RangeError as `simulate`, or if the number is not a whole one of at least 1
 */
export function simulateFriendly(options: WorldOptions, number: number): LiveGame {
  checkCount(number)
  const world = createWorld(options)
  const [league] = fiveLeagues(world)
  if (league === undefined) throw new RangeError('a world has at least one league')
  return friendlyGame({ world, league, seasonsAgo: 0, detail: 'full' }, number)
}

const checkCount = (count: number): void => {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a whole number of at least 1`)
}

const createWorld = ({ seed = 'basketball', day, since = day, seasons = 2 }: WorldOptions): World => {
  checkCount(seasons)
  const counts = { clubCount: 0, playerCount: 0, playerNames: new Set<string>() }
  return { seed, today: readDay(day), since: readDay(since), seasons, ...counts }
}

function* playCompetitions(world: World, detail: Detail, count: number): Generator<CheckedBundle, void> {
  const leagues = createLeagues(world)
  for (let index = 0; index < count; index++) {
    const league = leagues.next().value
    for (let seasonsAgo = world.seasons - 1; seasonsAgo >= 0; seasonsAgo--)
      yield* playSeason({ world, league, seasonsAgo, detail })
  }
}

const fiveLeagues = (world: World): League[] => [...take(COMPETITION_COUNT, createLeagues(world))]

function* playNewestFirst(world: World, detail: Detail): Generator<CheckedBundle, void> {
  const leagues = fiveLeagues(world)
  for (let seasonsAgo = 0; seasonsAgo < world.seasons; seasonsAgo++)
    for (const league of leagues) yield* playSeason({ world, league, seasonsAgo, detail })
}

function* take<Item>(count: number, items: Iterable<Item>): Generator<Item, void> {
  let remaining = count
  for (const item of items) {
    yield item
    if (--remaining === 0) return
  }
}
