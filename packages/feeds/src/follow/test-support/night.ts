import type { LiveFeed } from '@basketball-data/core/contract'
import type { Core } from '@basketball-data/core'
import { fakeFollowClock } from '../../test-support/core.ts'
import { createFollower, type FollowerOptions } from '../follower.ts'

/** A clock for the database and all followers, which goes on when nobody has anything to do. */
export type NightClock = {
  now: () => number
  set: (moment: Date | number) => Promise<void>
  /** Sets the clock of the database alone, as an administrator does. */
  step: (milliseconds: number) => Promise<void>
}

/** Replaces the clock of following in a database. */
export const startClock = async ({ store }: Core, start: Date | string): Promise<NightClock> => {
  const write = await fakeFollowClock(store)
  let now = new Date(start).getTime()
  let offset = 0
  const update = () => write(new Date(now + offset))
  await update()
  return {
    now: () => now,
    set: async (moment) => {
      now = Number(moment)
      await update()
    },
    step: async (milliseconds) => {
      offset += milliseconds
      await update()
    },
  }
}

/** A follower that polls only when the test says so. */
export const openFollower = (
  { store, ingest }: Pick<Core, 'store' | 'ingest'>,
  feed: LiveFeed,
  clock: NightClock,
  options: FollowerOptions,
) => createFollower({ store, ingest }, feed, options, clock.now)

export type TestFollower = Awaited<ReturnType<typeof openFollower>>

/**
 * Lets followers of one season work until a moment. At each moment one of them, in turn, polls until there is nothing to do,
 * because then there is nothing for the others either; then the clock goes on.
 *
 * @param followers those that live; the array may change meanwhile
 */
export const runUntil = async (
  end: Date | number | string,
  clock: NightClock,
  followers: readonly TestFollower[],
): Promise<void> => {
  const last = new Date(end).getTime()
  for (let turn = 0; clock.now() < last; turn++) {
    const follower = followers[turn % followers.length]
    if (follower === undefined) throw new Error('there is no follower')
    let polled = await follower.poll()
    for (; polled.wait === 0; polled = await follower.poll()) await polled.handled
    await clock.set(Math.min(last, clock.now() + Math.max(1, Math.ceil(polled.wait))))
  }
}

/** The tables of followers. */
export const FOLLOW_TABLES = ['follow_budgets', 'follow_games', 'follow_requests', 'follow_resources', 'follow_seasons']
