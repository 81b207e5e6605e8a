import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { callProcedure, openTestCore, read } from './testing/databases.ts'
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
  const core = await openTestCore('embedded')
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
