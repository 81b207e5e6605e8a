import { expect, test } from 'vitest'
import { countsForStandings, countsForStatistics } from './counted-stages.ts'

test.each([
  ['regular', true, true, true],
  ['play-in', true, false, false],
  ['playoffs', true, false, false],
  ['final four', true, false, false],
  ['preseason', false, false, false],
  ['all-star', false, false, false],
  [null, true, false, true],
])(
  'stage %s: in statistics %s, in standings %s, and %s where the season names none',
  (stage, statistics, standings, unnamed) => {
    expect(countsForStatistics(stage)).toBe(statistics)
    expect(countsForStandings(stage, true)).toBe(standings)
    expect(countsForStandings(stage, false)).toBe(unnamed)
  },
)
