import { describe, expect, test } from 'vitest'
import { anyDatabase, openTestCore } from '../test-support/core.ts'
import { openFeedHost } from './test-support/feed-host.ts'
import { openFollower, runUntil, startClock } from './test-support/night.ts'
import { PACE, sampleFeed, sampleResponses } from './test-support/sample-feed.ts'

const MINUTE = 60_000
/** Milliseconds that a sample game takes. */
const DURATION = 40 * PACE * MINUTE

describe.each(anyDatabase)('on %s', (kind) => {
  /** A game that begins in 40 minutes, and its follower. */
  const prepare = async (hasGames: boolean) => {
    const core = await openTestCore(kind)
    const clock = await startClock(core, '2026-11-19T18:00:00Z')
    const tipOff = clock.now() + 40 * MINUTE
    const respond = sampleResponses(new Map([['g1', tipOff]]))
    const host = await openFeedHost(clock.now, 10, (path, at) =>
      hasGames || path.startsWith('/schedule') ? respond(path, at) : { status: 404 },
    )
    const follower = await openFollower(core, sampleFeed, clock, { api: host.origin })
    const newestAt = async (moment: number) => {
      await runUntil(moment, clock, [follower])
      return (await core.backlog()).budgets.map(({ newest }) => newest)
    }
    return { tipOff, newestAt }
  }

  test('the newest score has an age while a game is on', async () => {
    const { tipOff, newestAt } = await prepare(true)
    expect(await newestAt(tipOff - MINUTE)).toEqual([null])
    const [running] = await newestAt(tipOff + 10 * MINUTE)
    expect(running).toBeLessThan(60)
    expect(await newestAt(tipOff + DURATION + 30 * MINUTE)).toEqual([null])
  })

  test('a host that has nothing about a game has no score of it since the tip-off', async () => {
    const { tipOff, newestAt } = await prepare(false)
    expect(await newestAt(tipOff - MINUTE)).toEqual([null])
    const [age] = await newestAt(tipOff + 20 * MINUTE)
    expect(age).toBeCloseTo(20 * 60, 0)
    expect(await newestAt(tipOff + 5 * 60 * MINUTE)).toEqual([null])
  })
})
