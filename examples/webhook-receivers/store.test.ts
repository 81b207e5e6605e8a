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

test('of many claims at the same moment one is new', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(id)))
  expect(claims.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'busy'), 'new'])
})

test('a handled delivery is a duplicate from then on', async () => {
  expect(await once(id, () => {})).toBe('handled')
  expect(await once(id, () => expect.unreachable())).toBe('duplicate')
})

test('a handler that fails lets the retry through', async () => {
  await expect(once(id, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await once(id, () => {})).toBe('handled')
})

test('a claim whose process died ends by itself', async () => {
  expect(await store.claim(id)).toBe('new')
  expect(await store.claim(id)).toBe('busy')
  await database.exec(`update webhook_deliveries set claimed_until = now() - interval '1 second'`)
  expect(await store.claim(id)).toBe('new')
})
