import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from './random.ts'

const draws = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.next())

test('the same seed gives the same numbers, another seed gives others', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (seed, otherSeed) => {
      fc.pre(seed !== otherSeed)
      expect(draws(new Random(seed), 8)).toEqual(draws(new Random(seed), 8))
      expect(draws(new Random(seed), 8)).not.toEqual(draws(new Random(otherSeed), 8))
    }),
  )
})

test('the numbers of a seed are the same on every machine', () => {
  expect(draws(new Random('basketball'), 4).map((fraction) => fraction * 2 ** 32)).toEqual([
    698181516, 3200568741, 216524923, 3131494100,
  ])
})

test('next() is uniform over [0, 1)', () => {
  const buckets = Array.from({ length: 10 }, () => 0)
  for (const fraction of draws(new Random('even'), 20_000)) {
    const bucket = Math.floor(fraction * 10)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(200)
  expect(buckets).toHaveLength(10)
})

test('normal() has mean 0 and variance 1', () => {
  const random = new Random('bell')
  const drawn = Array.from({ length: 20_000 }, () => random.normal())
  const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length
  const variance = drawn.reduce((sum, one) => sum + one * one, 0) / drawn.length
  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
})

test('weighted() follows the weights and never picks an item of weight 0', () => {
  const random = new Random('weights')
  const counts = { often: 0, seldom: 0, never: 0 }
  const weights = { often: 3, seldom: 1, never: 0 }
  for (let i = 0; i < 8000; i++)
    counts[random.weighted(['never', 'often', 'seldom', 'never'] as const, (name) => weights[name])] += 1
  expect(counts.never).toBe(0)
  expect(counts.often / counts.seldom).toBeGreaterThan(2.7)
  expect(counts.often / counts.seldom).toBeLessThan(3.3)
})

test('picking from nothing throws', () => {
  expect(() => new Random('').pick([])).toThrow(RangeError)
  expect(() => new Random('').weighted(['a'], () => 0)).toThrow(RangeError)
})

test('shuffled() contains every item and does not change its input', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.integer()), (seed, items) => {
      const before = [...items]
      const shuffled = new Random(seed).shuffled(items)
      expect(items).toEqual(before)
      expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
    }),
  )
})
