import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { FIBA_COURT, isThree, NBA_COURT, randomShotLocation } from './court.ts'

const courts = fc.constantFrom(FIBA_COURT, NBA_COURT)

test('a random location is on the court, on the side of the three-point line that fits the value, at its distance', () => {
  fc.assert(
    fc.property(
      fc.string(),
      courts,
      fc.constantFrom(2, 3),
      fc.boolean(),
      fc.boolean(),
      (seed, court, value, rushed, fastbreak) => {
        const { x, y, distance } = randomShotLocation(new Random(seed), court, { value, rushed, fastbreak })
        expect(isThree(court, x, y)).toBe(value === 3)
        expect(Math.abs(x)).toBeLessThanOrEqual(court.halfWidth)
        expect(y).toBeGreaterThanOrEqual(-court.baseline)
        expect(distance).toBeCloseTo(Math.hypot(x, y), 2)
        for (const feet of [x, y, distance]) expect(Math.round(feet * 100) / 100).toBe(feet)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  [0, 22.1, false],
  [0, 22.2, true],
  [21.6, 0, false],
  [21.7, 0, true],
  [-21.7, 4.6, true],
  [21.7, 5, true],
])('on the 6.75 m court a shot from (%f, %f) is worth three: %s', (x, y, three) => {
  expect(isThree(FIBA_COURT, x, y)).toBe(three)
})

test.each([
  [22.1, 0, true],
  [22.1, 8.9, true],
  [22.1, -4, true],
  [21.9, 8, false],
  [0, 23.7, false],
  [0, 23.8, true],
])('on the 23.75 ft court a shot from (%f, %f) is worth three: %s', (x, y, three) => {
  expect(isThree(NBA_COURT, x, y)).toBe(three)
})
