import type { Core, GameBundle, LiveFeed } from '@basketball-data/core'
import type { FollowedResponse, Follower } from '@basketball-data/feeds/follow'
import { InvalidArgumentError, type Command } from 'commander'
import type { Logger } from 'pino'
import { UsageError } from './failures.ts'
import { wholeNumber } from './option-values.ts'

const FEEDS = {
  euroleague: async (): Promise<LiveFeed> => (await import('@basketball-data/feeds/euroleague')).euroleagueLive,
  nba: async (): Promise<LiveFeed> => (await import('@basketball-data/feeds/nba')).nbaLive,
}

/** The name of a feed that can be followed. */
export type LiveFeedName = keyof typeof FEEDS

/** The feeds that can be followed. */
export const LIVE_FEEDS = ['euroleague', 'nba'] as const satisfies readonly LiveFeedName[]

const readApi = (text: string): string => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new InvalidArgumentError('Use a scheme and host, like http://127.0.0.1:4000.')
  return url.origin
}

/** How to follow a feed. */
export type FollowSettings = { season?: string; api?: string; perMinute?: number }

/** Adds the options of a command that follows a feed; `prefix` begins their names, such as `follow-`. */
export const withFollowOptions = (command: Command, prefix: '' | 'follow-' = ''): Command =>
  command
    .option(
      `--${prefix}season <season>`,
      'season in the words of the feed, like E2025 or 2025-26 (default: the current one)',
    )
    .option(`--${prefix}api <url>`, 'scheme and host that replace those of the feed', readApi)
    .option(
      `--${prefix}per-minute <number>`,
      'requests a minute over all followers (default: what the feed tolerates)',
      wholeNumber(1, 6000),
    )

/** Loads a feed. @throws UsageError for a season that it cannot have */
export const loadFeed = async (name: LiveFeedName, { season }: FollowSettings): Promise<LiveFeed> => {
  const feed = await FEEDS[name]()
  try {
    feed.checkSeason(season, new Date())
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
  return feed
}

/** The teams and the score of a game, for the log. */
export const scoreLine = ({ game, home, away, events }: GameBundle): string => {
  const last = events?.at(-1)
  const [homeScore, awayScore] = [game.home_score ?? last?.home_score, game.away_score ?? last?.away_score]
  if (homeScore === undefined || awayScore === undefined) return `${home.team.name} – ${away.team.name}, to come`
  const state = game.status === 'final' ? 'final' : `period ${last?.period ?? 1}, ${last?.clock ?? '…'}`
  return `${home.team.name} ${homeScore}–${awayScore} ${away.team.name}, ${state}`
}

/** Logs what became of a request: changes at level info, failures at warn, everything else at debug. */
const logResponse =
  (logger: Logger, feed: string) =>
  ({ game, kind, outcome, reason, duration, results, bundle }: FollowedResponse): void => {
    const line = { feed, ...(game !== null && { game }), kind, ms: Math.round(duration) }
    for (const result of results)
      if (result.outcome === 'refused')
        logger.warn({ feed, game: result.external_id, reason: result.reason }, 'A followed game was refused.')
    const changed = results.filter((result) => result.outcome === 'created' || result.outcome === 'updated').length
    switch (outcome) {
      case 'failed':
        logger.warn({ ...line, reason }, 'No usable response; it is requested again.')
        break
      case 'missing':
      case 'unchanged':
        logger.debug({ ...line, ...(reason !== null && { reason }) }, outcome)
        break
      case 'changed':
        if (bundle === null) logger.info({ ...line, games: changed }, 'The schedule was read.')
        else logger[changed > 0 ? 'info' : 'debug'](line, scoreLine(bundle))
        break
    }
  }

/** Starts a follower that logs what it does. */
export const startLoggedFollower = async (
  core: Core,
  feed: LiveFeed,
  settings: FollowSettings,
  logger: Logger,
): Promise<Follower> => {
  const { startFollower } = await import('@basketball-data/feeds/follow')
  return startFollower(core, feed, {
    ...settings,
    onResponse: logResponse(logger, feed.name),
    onError: (err) => logger.error({ err, feed: feed.name }, 'Following failed; the follower continues.'),
  })
}
