import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Thu, 19 Nov 2026 19:05:00 GMT', 300],
  ['Thu, 19 Nov 2026 18:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  [null, null],
])('Retry-After %s is %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, new Date('2026-11-19T19:00:00Z'))).toBe(seconds)
})
