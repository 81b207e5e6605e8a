import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databases, finalGame, ingestOrThrow, openTestCore } from '../testing/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'

describe.each(databases)('on %s', (kind) => {
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
