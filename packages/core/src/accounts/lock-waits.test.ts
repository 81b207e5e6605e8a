import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { finalGame, ingestOrThrow, openCore, testDatabase } from '../testing/index.ts'
import { LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'

const DEADLINE = { callDeadline: 2500, ...LOCAL_WEBHOOKS }

/** What a caller can have the service do with rows that others may have locked. */
const prepare = async (core: Core) => {
  const { id, email } = await core.accounts.create({ email: 'holder@example.org', plan: 'live' })
  const key = await core.keys.create(id)
  const caller = await core.callerFor(id)
  const url = 'http://127.0.0.1:9/'
  const { data: webhook } = await caller.webhooks.create({ url })
  await ingestOrThrow(core, finalGame([80, 77]))
  const [delivery] = (await core.deliveries.list(id)).deliveries
  const link = await core.signIn.linkFor(id)
  const request = (n: number) =>
    core.signIn.request({ email: `x${n}@example.org`, address: `192.0.2.${n}`, signUp: true })
  return {
    'request a sign-in link': request,
    'request sign-in links for one address': () => core.signIn.request({ email, address: '192.0.2.1', signUp: false }),
    'use a sign-in link': () => core.signIn.use(link),
    'sign out everywhere': () => core.signIn.endAll(id),
    'create a key': () => core.keys.create(id),
    'revoke a key': () => core.keys.revoke(key.id),
    'create a webhook': () => caller.webhooks.create({ url }),
    'delete a webhook': () => caller.webhooks.remove({ id: webhook.id }),
    'test a webhook': () => caller.webhooks.test({ id: webhook.id }),
    'send a delivery again': () => core.deliveries.resend(id, webhook.id, delivery?.event ?? ''),
    'change a plan': () => core.accounts.setPlan(id, 'archive'),
  }
}
type Work = keyof Awaited<ReturnType<typeof prepare>>

/** Statements of the database that wait for a lock. */
const countLockWaits = async (core: Core): Promise<number> => {
  const [row] = await execute(
    core.store.db,
    sql`select count(*)::integer as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(row?.['waits'])
}

describe('while others have locked what it needs', () => {
  test.each<Work>([
    'request a sign-in link',
    'request sign-in links for one address',
    'use a sign-in link',
    'sign out everywhere',
    'create a key',
    'revoke a key',
    'create a webhook',
    'delete a webhook',
    'test a webhook',
    'send a delivery again',
    'change a plan',
  ])('40 callers who %s take no connection from reads', async (name) => {
    const database = await testDatabase('Postgres')
    const core = await openCore(database, DEADLINE)
    const other = await openCore(database)
    const work = (await prepare(core))[name]
    let waiting: Promise<unknown> = Promise.resolve()
    await other.store.transaction(async (tx) => {
      await execute(tx, sql`lock table sign_in_requests in access exclusive mode`)
      for (const table of ['accounts', 'api_keys', 'webhooks', 'sign_in_links', 'sessions'])
        await execute(tx, sql`select * from ${sql.identifier(table)} for update`)
      waiting = Promise.allSettled(Array.from({ length: 40 }, (_, n) => work(n)))
      await expect.poll(() => countLockWaits(other)).toBeGreaterThan(0)
      await core.ping()
      expect(await countLockWaits(other)).toBeLessThanOrEqual(3)
      expect((await core.caller().games.list({})).data).toHaveLength(1)
    })
    await waiting
  })
})
