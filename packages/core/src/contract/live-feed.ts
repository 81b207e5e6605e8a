import type { GameBundle } from './game-bundle.ts'

/** How far a game is. It is over when it has a final score, and also when it has no result. */
export type GameProgress = 'to come' | 'live' | 'over'

/** A game in the schedule of a feed. */
export type ScheduledGame = {
  /** Its id in the feed: the external id of its bundle. */
  game: string
  /** Null if the feed does not know it yet. */
  tip_off: Date | null
  /** What the schedule says about it, as parsed JSON. */
  entry: unknown
}

/** One address of a feed with something about one game. */
export type GameResource = {
  /** Its name among the resources of the game. */
  kind: string
  url: string
  /**
   * Whether it shows the score, the periods and the end of a running game, and so is requested as often as the budget
   * allows. The others are requested when a period has ended, and while requests are left.
   */
  live: boolean
}

/** The latest responses about one game as parsed JSON, by kind of resource; one that is missing or empty is undefined. */
export type GameResourceResponses = Readonly<Record<string, unknown>>

/** A feed over HTTP, with data of running games. Its functions are pure: `startFollower` of `@basketball-data/feeds/follow` sends the requests. */
export type LiveFeed = {
  /** The name of the feed, like `euroleague`. */
  name: string
  /** The name of the budget of requests. Hosts that count requests together have one budget. */
  budget: string
  /** Requests in any 60 seconds that the hosts tolerate. */
  requestsPerMinute: number
  /**
   * Checks the name of a season; without one it is the season of a moment.
   *
   * @throws {Error} if the feed has no season with this name; the message says how to write one
   */
  checkSeason: (season: string | undefined, now: Date) => string
  /** The address of the schedule of a season. */
  scheduleUrl: (season: string) => string
  /**
   * The games of a schedule.
   *
   * @throws {Error} if it is not the schedule of this season, or has no games
   */
  readSchedule: (season: string, schedule: unknown) => ScheduledGame[]
  /** The resources of a game. */
  listResources: (game: string) => readonly GameResource[]
  /**
   * The bundle of a game from its entry in the schedule and its latest responses, which were not made at the same moment.
   *
   * @throws {Error} if a response cannot be read or is about another game, or the teams are not known yet
   */
  readGame: (
    game: string,
    entry: unknown,
    responses: GameResourceResponses,
  ) => { bundle: GameBundle; progress: GameProgress }
}
