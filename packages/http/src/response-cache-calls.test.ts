import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { GameBundle } from '@basketball-data/core'
import { createApp } from './app.ts'
import { callProcedure, finalGame, ingestOrThrow, openTestCore, read, scheduledGame } from './testing/databases.ts'
import { newAccount } from './testing/services.ts'
import { CachedResponse } from './body.ts'
import { createResponseCache } from './response-cache.ts'

const endpoint = {
  plan: 'free' as const,
  openapi: {
    operationId: 'listNumbers',
    method: 'GET' as const,
    path: '/numbers' as const,
    tags: ['Test'] as [string],
    summary: 'Numbers',
    description: 'Numbers.',
  },
}

/** A core with a cache and a key. */
const prepare = async () => {
  const core = await openTestCore('Postgres')
  onTestFinished(() => core.close())
  const { id } = await core.accounts.create({ email: 'reader@example.org', plan: 'free' })
  const { key } = await core.keys.create(id)
  const responseCache = createResponseCache(core, 2 ** 20)
  const call = async (procedure: Parameters<typeof callProcedure>[1], input = {}): Promise<unknown> => {
    const response = await callProcedure(core, procedure, { key, input, responseCache })
    return response instanceof CachedResponse ? response.data() : response
  }
  return { call, responseCache }
}

test('a response that is not of its schema is not cached', async () => {
  const { call } = await prepare()
  const outputs: unknown[][] = [[null, 2], [1, 2], []]
  const listNumbers = read
    .meta(endpoint)
    .input(z.object({}))
    .output(z.array(z.number()))
    .query(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an operation with a bug
      async () => outputs.shift() as number[],
    )
  await expect(call(listNumbers)).rejects.toMatchObject({ code: 'server_error' })
  expect(await call(listNumbers)).toEqual([1, 2])
  expect(await call(listNumbers)).toEqual([1, 2])
})

test('a cached response is found by the parameters as they were sent, in any order, and no parameter is parsed', async () => {
  const { call, responseCache } = await prepare()
  let parsed = 0
  const double = z.number().refine(() => {
    parsed += 1
    return true
  })
  const listNumbers = read
    .meta(endpoint)
    .input(z.strictObject({ a: double, b: z.string() }))
    .output(z.array(z.number()))
    .query(async ({ input: { a } }) => [2 * a])
  expect(await call(listNumbers, { a: 1, b: 'x' })).toEqual([2])
  const before = parsed
  expect(await call(listNumbers, { b: 'x', a: 1 })).toEqual([2])
  expect(parsed).toBe(before)
  expect(responseCache.usage()).toMatchObject({ responses: 1, hits: 1, misses: 1 })
})

test.each([
  ['a parameter that is undefined', { a: 1, c: undefined }, 'unknown_parameter'],
  ['a value of another type', { a: '1' }, 'bad_request'],
  ['null', { a: null }, 'bad_request'],
  ['infinity, which JSON writes as null', { a: Infinity }, 'bad_request'],
])('%s does not find a cached response, and is refused', async (_, input, code) => {
  const { call, responseCache } = await prepare()
  const listNumbers = read
    .meta(endpoint)
    .input(z.strictObject({ a: z.number() }))
    .output(z.array(z.number()))
    .query(async ({ input: { a } }) => [a])
  await call(listNumbers, { a: 1 })
  await expect(call(listNumbers, input)).rejects.toMatchObject({ code })
  expect(responseCache.usage()).toMatchObject({ responses: 1, hits: 0, misses: 1 })
})

const next = (game: Partial<GameBundle['game']>, sides: Partial<GameBundle['home']> = {}): GameBundle =>
  scheduledGame({ game: { external_id: 'next', stage: 'regular', ...game }, home: sides, away: sides })

test.each<[string, GameBundle, GameBundle]>([
  ['the group of its teams in a scheduled game', next({}), next({}, { group: 'East' })],
  [
    'the winner of a forfeit',
    next({ status: 'forfeit', forfeit_winner: 'home' }),
    next({ status: 'forfeit', forfeit_winner: 'away' }),
  ],
  [
    'a forfeit that the league strikes',
    next({ status: 'forfeit', forfeit_winner: 'home' }),
    next({ status: 'forfeit', forfeit_winner: 'home', counts_in_standings: false }),
  ],
])('a cached table changes with %s', async (_, before, after) => {
  const core = await openTestCore('Postgres')
  onTestFinished(() => core.close())
  const { key } = await newAccount(core, 'live')
  await ingestOrThrow(core, finalGame([8, 6]))
  await ingestOrThrow(core, before)
  const [{ id } = { id: '' }] = (await core.caller().competitions.list()).data
  const app = createApp(core, { cacheMegabytes: 1 })
  const getTable = async () =>
    (await app.request(`/v1/standings?competition=${id}`, { headers: { 'x-api-key': key } })).json()
  const first = await getTable()
  expect(await getTable()).toEqual(first)
  await ingestOrThrow(core, after)
  const second = await getTable()
  expect(second).not.toEqual(first)
  expect(second).toMatchObject(await core.caller().standings.get({ competition: id }))
})
