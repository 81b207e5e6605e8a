import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('every item gets its own result, batches never overlap, and no item is sent twice', async () => {
  const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(delays, fc.infiniteStream(fc.nat(3)), async (arrivals, durations) => {
      const sent: number[][] = []
      let inProgress = 0
      const double = batched(async (items: number[]) => {
        expect(++inProgress).toBe(1)
        sent.push(items)
        for (let wait = durations.next().value ?? 0; wait > 0; wait--) await new Promise(setImmediate)
        inProgress--
        return items.map((item) => item * 2)
      })
      const results = arrivals.map(async (delay, item) => {
        for (let wait = delay; wait > 0; wait--) await new Promise(setImmediate)
        return double(item)
      })
      expect(await Promise.all(results)).toEqual(arrivals.map((_, item) => item * 2))
      expect(sent.flat().toSorted((a, b) => a - b)).toEqual(arrivals.map((_, item) => item))
    }),
    { numRuns: 30 },
  )
})

test('items that arrive while a batch is in progress share the next batch', async () => {
  const sizes: number[] = []
  const send = batched(async (items: string[]) => {
    sizes.push(items.length)
    await new Promise(setImmediate)
    return items
  })
  const first = send('a')
  await new Promise(setImmediate)
  await Promise.all([first, ...['b', 'c', 'd'].map(send)])
  expect(sizes).toEqual([1, 3])
})

test('items of one turn of the event loop share batches until a batch is full', async () => {
  const sizes: number[] = []
  const send = batched(
    async (items: number[]) => {
      sizes.push(items.length)
      return items
    },
    { isFull: (batch) => batch.length === 4 },
  )
  expect(await Promise.all([...Array(10).keys()].map(send))).toEqual([...Array(10).keys()])
  expect(sizes).toEqual([4, 4, 2])
})

test('a failed batch rejects all of its items, and the next batch is sent', async () => {
  const send = batched(async (items: string[]) => {
    await new Promise(setImmediate)
    if (items.includes('bad')) throw new Error('failed')
    return items
  })
  const results = await Promise.allSettled([send('bad'), send('in the same batch')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await send('next')).toBe('next')
})

test('an item without a result is rejected, and so is every item if send throws synchronously', async () => {
  const send = batched(async (_items: string[]): Promise<string[]> => [])
  await expect(send('a')).rejects.toThrow(RangeError)
  const failing = batched((): Promise<string[]> => {
    throw new Error('synchronous')
  })
  await expect(failing('a')).rejects.toThrow('synchronous')
})
