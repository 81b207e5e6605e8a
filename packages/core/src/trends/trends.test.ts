import { describe, expect, test } from 'vitest'
import { DECIMALS, round } from '../statistics/rounding.ts'
import { addUpBets, computeTrends, summarizeSums, type PricedGame } from './trends.ts'

const summarizeBets = (bets: Parameters<typeof addUpBets>[0]) => summarizeSums(addUpBets(bets))
const day = (n: number) => `2026-11-0${n}`

test('won at 1.91, won at 1.95, lost and pushed: profit 0.86, hit rate 0.66667, return 0.28667', () => {
  const result = summarizeBets([
    { date: day(4), price: 1.91, margin: 3 },
    { date: day(2), price: 1.95, margin: 0.5 },
    { date: day(3), price: 1.88, margin: -7 },
    { date: day(5), price: 1.9, margin: 0 },
  ])
  expect(result).toMatchObject({ games: 4, won: 2, pushed: 1, since: day(2) })
  expect(result.hit_rate).toBeCloseTo(0.66667, 5)
  expect(result.roi).toBeCloseTo(0.28667, 5)
  expect(Number(result.roi) * 3).toBeCloseTo(0.86, 10)
})

test('the return is rounded by the exact sum of the prices, in any order of the games', () => {
  // 8 of 16 bets won return 15.1 units: −0.05625, halfway between two numbers of four decimals.
  const prices = [1.87, 1.95, 1.93, 1.88, 1.81, 1.87, 1.83, 1.96]
  const bets = [...prices.map((price) => ({ price, margin: 3 })), ...prices.map((price) => ({ price, margin: -3 }))]
  const inOrder = bets.map((bet) => ({ date: day(1), ...bet }))
  for (const order of [inOrder, inOrder.toReversed(), inOrder.toSorted((a, b) => a.price - b.price)])
    expect(round(summarizeBets(order).roi, DECIMALS.ratio)).toBe(-0.0563)
})

test('without decided bets the hit rate and the return are null', () => {
  const none = { hit_rate: null, roi: null, won: 0 }
  expect(summarizeBets([{ date: day(1), price: 1.9, margin: 0 }])).toEqual({
    ...none,
    games: 1,
    pushed: 1,
    since: day(1),
  })
  expect(summarizeBets([])).toEqual({ ...none, games: 0, pushed: 0, since: null })
})

const game = (fields: Partial<PricedGame> = {}): PricedGame => ({
  date: day(1),
  venue: 'home',
  points_for: 80,
  points_against: 76,
  moneyline: { own: 1.5, other: 2.6 },
  spread: { line: -4.5, own: 1.9 },
  total: { line: 156, over: 1.88, under: 1.92 },
  ...fields,
})

describe('angles', () => {
  const inAngle = (games: PricedGame[], angle: string) => computeTrends(games).find((trend) => trend.angle === angle)

  test('moneyline, spread, over and under, each in all games, at home, away, as favourite and as underdog', () => {
    const angles = computeTrends([game()]).map(({ angle }) => angle)
    expect(angles).toEqual(
      ['moneyline', 'spread', 'total_over', 'total_under'].flatMap((bet) =>
        ['', '_home', '_away', '_favourite', '_underdog'].map((which) => bet + which),
      ),
    )
  })

  test('a spread is won if the margin exceeds the line, and pushed if it equals the line', () => {
    const line = (line: number) => inAngle([game({ spread: { line, own: 1.9 } })], 'spread')
    expect(line(-3.5)).toMatchObject({ won: 1, pushed: 0 })
    expect(line(-4)).toMatchObject({ won: 0, pushed: 1 })
    expect(line(-4.5)).toMatchObject({ won: 0, pushed: 0, roi: -1 })
  })

  test('over and under have opposite results; a total equal to the line is a push for both', () => {
    const total = (line: number, angle: string) => inAngle([game({ total: { line, over: 1.9, under: 1.9 } })], angle)
    expect(total(155.5, 'total_over')).toMatchObject({ won: 1 })
    expect(total(155.5, 'total_under')).toMatchObject({ won: 0, pushed: 0 })
    for (const angle of ['total_over', 'total_under']) expect(total(156, angle)).toMatchObject({ won: 0, pushed: 1 })
  })

  test('games count as home or away and as favourite or underdog; equal prices are neither', () => {
    const games = [
      game(),
      game({ venue: 'away', moneyline: { own: 2.6, other: 1.5 } }),
      game({ moneyline: { own: 1.9, other: 1.9 } }),
    ]
    const count = (angle: string) => inAngle(games, angle)?.games
    expect(['', '_home', '_away', '_favourite', '_underdog'].map((which) => count(`moneyline${which}`))).toEqual([
      3, 2, 1, 1, 1,
    ])
  })

  test('without a moneyline the spread decides who is the favourite', () => {
    const games = [game({ moneyline: { own: null, other: null } })]
    expect(inAngle(games, 'spread_favourite')).toMatchObject({ games: 1 })
    expect(inAngle(games, 'moneyline')).toMatchObject({ games: 0, since: null })
  })

  test('games without prices yield no trends', () => {
    const bare = game({
      moneyline: { own: null, other: null },
      spread: { line: null, own: null },
      total: { line: null, over: null, under: null },
    })
    expect(computeTrends([bare])).toEqual([])
    expect(computeTrends([])).toEqual([])
  })
})
