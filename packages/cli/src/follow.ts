import { once } from 'node:events'
import type { Core, LiveFeed } from '@basketball-data/core'
import { Argument, type Command } from 'commander'
import { Failed } from './failures.ts'
import {
  LIVE_FEEDS,
  loadFeed,
  startLoggedFollower,
  withFollowOptions,
  type FollowSettings,
  type LiveFeedName,
} from './follow-feed.ts'
import { logStart, openLogger, runUntilStopped } from './long-running.ts'
import { print, readCommandConfig, requireDatabase, withOwnCore } from './session.ts'

/** Follows until Ctrl-C. @throws Failed if the feed has no schedule of the season */
const followUntilStopped = async (command: Command, feed: LiveFeed, settings: FollowSettings): Promise<void> => {
  const config = await readCommandConfig(command)
  const run = async (core: Core): Promise<void> => {
    const logger = await openLogger(config)
    await runUntilStopped({ core, config, logger }, async ({ signal, stops }) => {
      const follower = await startLoggedFollower(core, feed, settings, logger)
      stops.push(follower.stop)
      const { season } = follower
      const from = settings.api ?? feed.budget
      const limit = settings.perMinute ?? feed.requestsPerMinute
      const text = `Following ${feed.name} ${season} at ${from}, at most ${limit} requests a minute.`
      print(command, { feed: feed.name, season, api: settings.api ?? null, per_minute: limit }, text)
      await logStart(logger, core, config, text)
      const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort')
      await Promise.race([follower.ready, stopped]).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Failed(`The feed ${feed.name} cannot be followed: ${reason}.`, { cause: error })
      })
    })
  }
  const instead = `Or have it follow the feed itself: start it as "basketball-data serve --follow ${feed.name}".`
  await withOwnCore(command, run, { ...(await requireDatabase(command)), instead })
}

/** `follow` */
export const defineFollow = (command: Command): void => {
  withFollowOptions(command)
    .addArgument(new Argument('<feed>', 'the feed').choices(LIVE_FEEDS))
    .addHelpText(
      'after',
      `
Games that are about to start, running or just over are requested, and again 1 hour, 1 day and 7 days later. Any number of
followers on one database share the requests and their limit; if one dies, others take over. "serve --follow" does the same.`,
    )
    .action(async (name: LiveFeedName, settings: FollowSettings) => {
      await followUntilStopped(command, await loadFeed(name, settings), settings)
    })
}
