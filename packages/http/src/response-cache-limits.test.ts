import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CachedResponse } from './body.ts'
import { createLruCache } from './response-cache.ts'

const MB = 2 ** 20
const response = (bytes = 100) => new CachedResponse(JSON.stringify('x'.repeat(bytes)))

test('a response is found until one of its tags is dropped', () => {
  const cache = createLruCache(MB)
  const [first, second] = [response(), response()]
  cache.set('first', first, ['gm_1 game', 'tm_1 description'])
  cache.set('second', second, ['gm_2 game', 'tm_1 description'])
  cache.drop(['gm_3 game', 'gm_1 game'])
  expect([cache.get('first'), cache.get('second')]).toEqual([undefined, second])
  cache.drop(['tm_1 description'])
  expect(cache.usage()).toEqual({ responses: 0, bytes: 0 })
})

test('the least recently used responses are dropped first', () => {
  const cache = createLruCache(3 * 3000)
  for (const key of ['a', 'b', 'c']) cache.set(key, response(1000), [])
  cache.get('a')
  cache.set('d', response(1000), [])
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
})

test('a body that is compressed later counts, and a response that is too large is not kept', async () => {
  const cache = createLruCache(MB)
  const kept = response(10_000)
  cache.set('kept', kept, [])
  const { bytes } = cache.usage()
  const zipped = await kept.body('gzip')
  expect(cache.usage().bytes).toBe(bytes + zipped.length)
  cache.set('large', response(2 * MB), [])
  expect(cache.usage()).toEqual({ responses: 0, bytes: 0 })
})

test('a response that replaces another one of its key has its own tags and bytes only', () => {
  const cache = createLruCache(MB)
  const replaced = response(1000)
  cache.set('a', replaced, ['gm_1 game'])
  const [once, newer] = [cache.usage(), response(1000)]
  cache.set('a', newer, ['gm_2 game'])
  expect(cache.usage()).toEqual(once)
  cache.drop(['gm_1 game'])
  expect(cache.get('a')).toBe(newer)
})

test('a response that is dropped counts no longer, also if it is compressed later', async () => {
  const cache = createLruCache(MB)
  const dropped = response(10_000)
  cache.set('dropped', dropped, ['gm_1 game'])
  cache.drop(['gm_1 game'])
  await dropped.body('gzip')
  expect(cache.usage()).toEqual({ responses: 0, bytes: 0 })
})

test('a body that is compressed later can drop the least recently used response', async () => {
  const withTwo = (maxBytes: number) => {
    const cache = createLruCache(maxBytes)
    const recent = response(1000)
    cache.set('old', response(1000), [])
    cache.set('recent', recent, [])
    return { cache, recent }
  }
  const { bytes } = withTwo(MB).cache.usage()
  const { cache, recent } = withTwo(bytes)
  expect([cache.has('old'), cache.has('recent')]).toEqual([true, true])
  await recent.body('gzip')
  expect([cache.has('old'), cache.has('recent')]).toEqual([false, true])
})

test('the tags of a response take memory too', () => {
  const bytes = (tags: string[]): number => {
    const cache = createLruCache(MB)
    cache.set('a', response(), tags)
    return cache.usage().bytes
  }
  expect(bytes(['gm_1 game', 'gm_2 game']) - bytes([])).toBeGreaterThan(500)
})

test('memory stays within its bound, and tags lead to exactly their responses', () => {
  const key = fc.integer({ min: 0, max: 30 }).map(String)
  const tag = fc.integer({ min: 0, max: 8 }).map((n) => `tag ${n}`)
  const step = fc.oneof(
    fc.record({ set: key, tags: fc.array(tag, { maxLength: 4 }), bytes: fc.integer({ min: 0, max: 3000 }) }),
    fc.record({ drop: fc.array(tag, { maxLength: 3 }) }),
    fc.record({ get: key }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = createLruCache(20_000)
      const tagsByKey = new Map<string, string[]>()
      const stale: string[] = []
      for (const each of steps) {
        if ('set' in each) {
          cache.set(each.set, response(each.bytes), [...new Set(each.tags)])
          tagsByKey.set(each.set, each.tags)
        } else if ('get' in each) cache.get(each.get)
        else {
          cache.drop(each.drop)
          const tagged = [...tagsByKey].filter(([, tags]) => tags.some((one) => each.drop.includes(one)))
          stale.push(...tagged.flatMap(([dropped]) => (cache.get(dropped) === undefined ? [] : dropped)))
        }
        expect(cache.usage().bytes).toBeLessThanOrEqual(20_000)
        expect(stale).toEqual([])
      }
    }),
  )
})

test('100,000 different responses take no more than the bound', () => {
  const cache = createLruCache(4 * MB)
  for (let n = 0; n < 100_000; n++) cache.set(`key ${n}`, response(200), [`tag ${n}`, 'all'])
  expect(cache.usage().bytes).toBeLessThanOrEqual(4 * MB)
  cache.drop(['all'])
  expect(cache.usage()).toEqual({ responses: 0, bytes: 0 })
})

test.each([10, 30_000, 100_000])('a body of %i bytes is the same in every encoding', async (bytes) => {
  const data = 'x'.repeat(bytes)
  for (const encodings of [[], ['br'], ['gzip'], ['br', 'gzip', 'identity', 'gzip']] as const) {
    const kept = response(bytes)
    for (const encoding of encodings) await kept.body(encoding)
    expect(await kept.data()).toBe(data)
    expect(Buffer.from(await kept.body('identity')).toString()).toBe(JSON.stringify(data))
  }
})

test('of a large body only the compressed one is kept', async () => {
  const [small, large] = [response(60_000), response(70_000)]
  for (const kept of [small, large]) await kept.body('gzip')
  expect(small.ready('identity')).toBeDefined()
  expect(large.ready('identity')).toBeUndefined()
  expect(large.size).toBe(large.ready('gzip')?.length)
})
