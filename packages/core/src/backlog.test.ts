import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openFeedHost } from './follow/testing/feed-host.ts'
import { openFollower, runUntil, startClock } from './follow/testing/night.ts'
import { PACE, sampleFeed, sampleResponses } from './follow/testing/sample-feed.ts'
import { databases, finalGame, ingestOrThrow, openTestCore } from './testing/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from './webhooks/testing/subscribers.ts'

const MINUTE = 60_000
/** Milliseconds that a sample game takes. */
const DURATION = 40 * PACE * MINUTE

describe.each(databases)('on %s', (kind) => {
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

  test('a delivery that waits for others to its webhook is not overdue', async () => {
    const core = await openTestCore(kind, LOCAL_WEBHOOKS)
    const { subscribe } = await createSubscriber(core)
    await subscribe({ url: 'http://127.0.0.1:9/hook', events: ['game.final'] })
    for (let game = 1; game <= 5; game++)
      await ingestOrThrow(core, finalGame([8, 6], { game: { external_id: `g${game}` } }))
    const { db } = core.store
    await db.execute(sql`update deliveries set due_at = now() - interval '10 minutes'`)
    expect((await core.backlog()).deliveries).toEqual({ waiting: 5, overdue: expect.closeTo(600, -2) })
    await db.execute(sql`update deliveries set sending = true, due_at = now() + interval '1 minute'
      where event_id in (select event_id from deliveries order by event_id limit 4)`)
    expect((await core.backlog()).deliveries).toEqual({ waiting: 5, overdue: 0 })
    // The worker of one of them is dead: its lease ends.
    await db.execute(sql`update deliveries set due_at = now() - interval '5 minutes'
      where event_id in (select event_id from deliveries where sending order by event_id limit 1)`)
    expect((await core.backlog()).deliveries.overdue).toBeGreaterThan(299)
  })
})
