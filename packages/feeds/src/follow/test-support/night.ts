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
 * Lets followers work until a moment: each polls in turn until there is nothing to do, then the clock goes on.
 *
 * @param followers those that live; the array may change meanwhile
 */
export const runUntil = async (
  end: Date | number | string,
  clock: NightClock,
  followers: readonly TestFollower[],
): Promise<void> => {
  const last = new Date(end).getTime()
  while (clock.now() < last) {
    let wait = Infinity
    for (const follower of followers)
      for (;;) {
        const polled = await follower.poll()
        await polled.handled
        if (polled.wait === 0) continue
        wait = Math.min(wait, polled.wait)
        break
      }
    await clock.set(Math.min(last, clock.now() + Math.max(1, Math.ceil(wait))))
  }
}

/** The tables of followers. */
export const FOLLOW_TABLES = ['follow_budgets', 'follow_games', 'follow_requests', 'follow_resources', 'follow_seasons']
