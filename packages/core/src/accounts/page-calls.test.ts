import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openCore, catchServiceError, testDatabase } from '../testing/index.ts'

const PLANS = { free: { per_minute: 4 } }

test('calls from the account pages are limited exactly, over all processes and in any 60 seconds', async () => {
  const database = await testDatabase('Postgres')
  const first = await openCore(database, { plans: PLANS })
  const cores = [first, await openCore(database, { plans: PLANS })]
  const { id } = await first.accounts.create({ email: 'holder@example.org', plan: 'free' })
  const resend = (core = first) =>
    catchServiceError(core.deliveries.resendFailed(id, 'wh_0000000000000000', new Date(0), { by: id }))
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => resend(cores[n % 2])))
  const refused = outcomes.filter((error) => error?.code === 'rate_limited')
  expect(refused).toHaveLength(16)
  expect(outcomes.filter((error) => error?.code === 'not_found')).toHaveLength(4)
  const age = (seconds: number) =>
    first.store.db.execute(sql`update sign_in_requests set at = at - ${seconds} * interval '1 second'`)
  await age(50)
  const later = await resend()
  expect(later).toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('More than 4 calls in 60 seconds'),
  })
  expect(Date.parse(String(later?.resets_at)) - Date.now()).toBeLessThan(15_000)
  await age(11)
  expect(await resend()).toMatchObject({ code: 'not_found' })
})

test('an embedding app that names nobody is not limited, nor is a plan without a limit', async () => {
  const database = await testDatabase('embedded')
  const core = await openCore(database, { plans: { ...PLANS, live: { per_minute: null } } })
  const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'free' })
  const createAndRevoke = async (by: string | null) => core.keys.revoke((await core.keys.create(id, { by })).id)
  for (let n = 0; n < 6; n++) await createAndRevoke(null)
  await core.accounts.setPlan(id, 'live')
  for (let n = 0; n < 6; n++) await createAndRevoke(id)
  expect(await core.keys.list(id)).toHaveLength(12)
})
