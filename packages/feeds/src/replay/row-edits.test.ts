import { expect, test } from 'vitest'
import { visibleAt, type TimedRow } from './recorded-game.ts'
import { lateEdits } from './row-edits.ts'

const rows = Array.from({ length: 4000 }, (_, number): TimedRow => ({
  row: { number, player: number % 10 },
  number,
  list: '',
  from: number * 1000,
  until: Infinity,
  wrong: false,
}))
const toWrong = {
  teamOf: () => 'team',
  make: (row: object, other: object, extra: boolean) => ({ ...row, mistake: other, extra }),
}
const OPTIONS = { lateEdits: 0.19, vanishing: 0.1, median: 6, seed: '1' }
const edited = lateEdits(OPTIONS)('game', rows, toWrong)

test('the share of rows that is named is edited, after a median of the seconds that are named', () => {
  const wrong = edited.filter((row) => row.wrong && !row.row['extra'])
  expect(wrong.length / rows.length).toBeCloseTo(0.19, 1)
  const delays = wrong.map(({ from, until }) => (until - from) / 1000).toSorted((a, b) => a - b)
  const median = delays[Math.trunc(delays.length / 2)] ?? 0
  expect(median).toBeGreaterThan(4)
  expect(median).toBeLessThan(9)
  // As was counted in files of the NBA: a fifth changes after more than a minute.
  expect(delays.filter((delay) => delay > 60).length / delays.length).toBeCloseTo(0.19, 1)
})

test('at any time there is one version of each row, and in the end the recorded ones alone', () => {
  for (const elapsed of [0, 100_000, 2_000_000, 3_999_000]) {
    const numbers = visibleAt(edited, elapsed)
      .filter(({ row }) => row['extra'] !== true)
      .map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: elapsed / 1000 + 1 }, (_, number) => number))
  }
  expect(visibleAt(edited, 9e9)).toEqual(rows.map((row) => expect.objectContaining({ row: row.row })))
})

test('the same seed makes the same mistakes, another one others', () => {
  expect(lateEdits(OPTIONS)('game', rows, toWrong)).toEqual(edited)
  expect(lateEdits({ ...OPTIONS, seed: '2' })('game', rows, toWrong)).not.toEqual(edited)
})
