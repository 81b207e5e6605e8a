import { expect, test } from 'vitest'
import { countsForStandings, countsForStatistics } from './game-length.ts'

test.each([
  ['regular', true, true, true],
  ['play-in', true, false, false],
  ['playoffs', true, false, false],
  ['final four', true, false, false],
  ['preseason', false, false, false],
  ['all-star', false, false, false],
  [null, true, false, true],
])(
  'stage %s counts for statistics: %s, for standings: %s, and if the season names no stages: %s',
  (stage, statistics, standings, unnamed) => {
    expect(countsForStatistics({ stage, counts_in_statistics: true })).toBe(statistics)
    expect(countsForStatistics({ stage, counts_in_statistics: false })).toBe(false)
    expect(countsForStandings(stage, true)).toBe(standings)
    expect(countsForStandings(stage, false)).toBe(unnamed)
  },
)
