import fc from 'fast-check'
import { expect, test } from 'vitest'
import { action, by, liveBox, livePlays } from '../../packages/feeds/src/nba/test-support/sample-game.ts'
import { recordedEuroleague, recordedEuroleagueGame } from '../../packages/feeds/src/replay/euroleague.ts'
import { recordedNbaGame } from '../../packages/feeds/src/replay/nba.ts'
import type { Fields } from '../../packages/feeds/src/replay/recorded-game.ts'
import { bundleAt, planReplay } from '../../packages/feeds/src/replay/replay.ts'
import { madeUpGame } from '../../packages/feeds/src/replay/test-support/made-up-game.ts'
import { EUROLEAGUE_ROWS, NBA_ROWS, withMistakes } from './mistakes.ts'

const TIP_OFF = Date.parse('2022-11-10T19:00:00Z')
const HOUR = 3_600_000
const responses = madeUpGame(7, TIP_OFF)
const recorded = recordedEuroleagueGame(responses)
const MISTAKES = { lateEdits: 0.19, vanishing: 0.1, median: 6, seed: '1' }
const edited = withMistakes(recorded, EUROLEAGUE_ROWS, MISTAKES)
const asRecorded = (elapsed: number): number => TIP_OFF + elapsed

const rowsAt = (game: typeof recorded, elapsed: number): Fields[] => {
  const rows: Fields[] = []
  const response = game.responseAt('PlaybyPlay', elapsed, asRecorded)
  if (response !== undefined) EUROLEAGUE_ROWS.replaceRows(response, (list) => (rows.push(...list), [...list]))
  return rows
}

test('the share of rows that is named is wrong at first, and all are right in the end', () => {
  const wrong = new Set<unknown>()
  for (const elapsed of recorded.changes) {
    const right = new Map(rowsAt(recorded, elapsed).map((row) => [row['NUMBEROFPLAY'], row['PLAYER_ID']]))
    for (const { NUMBEROFPLAY, PLAYER_ID } of rowsAt(edited, elapsed))
      if (right.has(NUMBEROFPLAY) && right.get(NUMBEROFPLAY) !== PLAYER_ID) wrong.add(NUMBEROFPLAY)
  }
  // A fifth of the others has the same player by chance.
  expect(wrong.size / rowsAt(recorded, HOUR * 9).length).toBeCloseTo(0.15, 1)
  expect(edited.responseAt('PlaybyPlay', 9 * HOUR, asRecorded)).toEqual(responses.playbyplay)
})

test('rows vanish that stood beside others', () => {
  const numbers = recorded.changes.flatMap((elapsed) =>
    rowsAt(edited, elapsed).map((row) => Number(row['NUMBEROFPLAY'])),
  )
  expect(numbers.some((number) => number > 100_000)).toBe(true)
  expect(rowsAt(edited, 9 * HOUR)).toHaveLength(rowsAt(recorded, 9 * HOUR).length)
})

test('a game with mistakes is read at any moment', () => {
  const replay = planReplay(recordedEuroleague, [edited], { start: TIP_OFF, speed: 1 })
  fc.assert(
    fc.property(fc.integer({ min: -2 * HOUR, max: edited.end + 2 * HOUR }), (elapsed) => {
      for (const game of replay.games)
        expect(bundleAt(replay.feed, game, game.toMoment(elapsed)).game.status).toBe(
          elapsed >= edited.end ? 'final' : 'scheduled',
        )
    }),
    { numRuns: 40 },
  )
})

test('the same seed makes the same mistakes, another one others', () => {
  const listChanges = (seed: string) => withMistakes(recorded, EUROLEAGUE_ROWS, { ...MISTAKES, seed }).changes
  expect(listChanges('1')).toEqual(edited.changes)
  expect(listChanges('2')).not.toEqual(edited.changes)
})

test('rows of the NBA are settled in the end', () => {
  const time = { timeActual: '2025-11-08T02:40:00Z' }
  const plays = livePlays([
    action(1, 'period', { subType: 'start', ...time }),
    by(1, 2, '2pt', { shotResult: 'Made', ...time }),
  ])
  const game = recordedNbaGame('0022500061', { plays, box: liveBox() })
  const wrong = withMistakes(game, NBA_ROWS, { lateEdits: 1, vanishing: 1, median: 60, seed: 'x' })
  expect(wrong.changes.length).toBeGreaterThan(game.changes.length)
  expect(wrong.responseAt('playbyplay', 9 * HOUR, (elapsed) => game.tipOff + elapsed)).toEqual(plays)
})
