import { PGlite } from '@electric-sql/pglite'
import { seen } from '@basketball-data/webhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { postgresStore, TABLE } from './store.ts'

const database = await PGlite.create('memory://')
const store = postgresStore((statement, parameters) => database.query(statement, parameters))
const once = seen(store)
const id = 'evt_7b21c40d9ae65f83'

beforeEach(() => database.exec(`${TABLE}; truncate webhook_deliveries`))
afterAll(() => database.close())

test('of 20 concurrent claims exactly one succeeds', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(id)))
  expect(claims.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'busy'), 'new'])
})

test('a handled delivery is a duplicate afterwards', async () => {
  expect(await once(id, () => {})).toBe('handled')
  expect(await once(id, () => expect.unreachable())).toBe('duplicate')
})

test('a delivery whose handler failed is handled again', async () => {
  await expect(once(id, () => Promise.reject(new Error('database down')))).rejects.toThrow('database down')
  expect(await once(id, () => {})).toBe('handled')
})

test('an expired claim can be claimed again', async () => {
  expect(await store.claim(id)).toBe('new')
  expect(await store.claim(id)).toBe('busy')
  await database.exec(`update webhook_deliveries set claimed_until = now() - interval '1 second'`)
  expect(await store.claim(id)).toBe('new')
})
