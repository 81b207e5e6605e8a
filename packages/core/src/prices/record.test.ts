import { describe, expect, test } from 'vitest'
import type { Quote } from './books.ts'
import { buildPrices } from './record.ts'
import { both, moment, quote } from './testing/sample-quotes.ts'

const bookmakers = new Map([
  ['a', { name: 'Alder', exchange: false }],
  ['b', { name: 'Birch', exchange: true }],
  ['c', { name: 'Cedar', exchange: false }],
])
const buildRecord = (quotes: Quote[], parts = { history: true, lines: false }) =>
  buildPrices({ quotes, bookmakers, tip_off: moment('19:30') }, parts)

test('the record of a game without quotes has all fields, empty', () => {
  const market = { best: null, books: [], opening: null, history: [] }
  expect(buildRecord([])).toEqual({
    average: null,
    markets: { moneyline: market, spread: { line: null, ...market }, total: { line: null, ...market } },
  })
})

test('the moneyline has books by name, the best price of each side, the average, opening and history', () => {
  const quotes = [
    ...both('moneyline', 'b', '10:00', [1.9, 1.95]),
    ...both('moneyline', 'b', '18:00', [1.95, 1.91]),
    ...both('moneyline', 'a', '18:00', [1.85, 2.01]),
    ...both('moneyline', 'b', '19:30', [1.95, 1.91]),
    quote({ bookmaker: 'a', at: '19:30', set: '19:12', price: 1.83 }),
    quote({ bookmaker: 'a', at: '19:30', side: 'away', price: 2.01 }),
  ]
  const { average, markets } = buildRecord(quotes)
  expect(average).toEqual({ market: 'moneyline', home: (1.83 + 1.95) / 2, draw: null, away: (1.91 + 2.01) / 2 })
  expect(markets.moneyline).toEqual({
    best: { home: { price: 1.95, bookmaker: 'Birch' }, away: { price: 2.01, bookmaker: 'Alder' } },
    books: [
      { bookmaker: { name: 'Alder', exchange: false }, home: 1.83, away: 2.01, set_at: '2026-11-19T19:12:00Z' },
      { bookmaker: { name: 'Birch', exchange: true }, home: 1.95, away: 1.91, set_at: null },
    ],
    opening: { at: '2026-11-19T10:00:00Z', home: 1.9, away: 1.95, bookmakers: 1 },
    history: [
      { at: '2026-11-19T10:00:00Z', home: 1.9, away: 1.95, bookmakers: 1 },
      { at: '2026-11-19T18:00:00Z', home: (1.85 + 1.95) / 2, away: (1.91 + 2.01) / 2, bookmakers: 2 },
    ],
  })
})

test('the best prices of two readings make no sure profit: a withdrawn bookmaker offers none', () => {
  const { best, books } = buildRecord([
    ...both('moneyline', 'a', '18:00', [2.4, 1.6]),
    ...both('moneyline', 'b', '18:00', [2.3, 1.65]),
    ...both('moneyline', 'b', '19:00', [1.7, 2.2]),
  ]).markets.moneyline
  expect(best).toEqual({ home: { price: 1.7, bookmaker: 'Birch' }, away: { price: 2.2, bookmaker: 'Birch' } })
  expect(books).toMatchObject([{ bookmaker: { name: 'Birch' }, home: 1.7, away: 2.2 }])
})

describe('set_at', () => {
  const setAt = (...quotes: Quote[]) => buildRecord(quotes).markets.moneyline.books[0]?.set_at
  const first = quote({ at: '12:00', set: '11:59', price: 1.9 })

  test('is that of the latest price, null if its reading has none', () => {
    expect(setAt(first)).toBe('2026-11-19T11:59:00Z')
    expect(setAt(first, quote({ at: '13:00', price: 1.95 }))).toBeNull()
  })

  test('is the later one of both sides', () => {
    const away = { side: 'away', price: 2 } as const
    expect(setAt(first, quote({ ...away, at: '12:00', set: '11:57' }))).toBe('2026-11-19T11:59:00Z')
    expect(setAt(first, quote({ ...away, at: '12:00' }))).toBe('2026-11-19T11:59:00Z')
    const again = quote({ at: '13:00', price: 1.95 })
    expect(setAt(first, again, quote({ ...away, at: '13:00', set: '11:57' }))).toBe('2026-11-19T11:57:00Z')
  })
})

test('bookmakers counts all with a price on the line; the price of a side is the mean of those that offer it', () => {
  const { average, markets } = buildRecord([
    ...both('moneyline', 'a', '12:00', [1.9, 2]),
    quote({ bookmaker: 'b', at: '12:00', price: 1.8 }),
  ])
  expect(average).toMatchObject({ home: (1.9 + 1.8) / 2, away: 2 })
  expect(markets.moneyline.opening).toMatchObject({ home: (1.9 + 1.8) / 2, away: 2, bookmakers: 2 })
})

test('the average comes from the three-way market only without closing prices on the moneyline', () => {
  const three = (['home', 'draw', 'away'] as const).map((side, i) =>
    quote({ market: 'three_way', side, at: '12:00', price: [2.1, 15, 1.9][i] ?? 2 }),
  )
  expect(buildRecord(three)).toMatchObject({
    average: { market: 'three_way', home: 2.1, draw: 15, away: 1.9 },
    markets: { moneyline: { best: null, books: [] } },
  })
  expect(buildRecord([...three, ...both('moneyline', 'a', '12:00', [2, 1.8])]).average).toEqual({
    market: 'moneyline',
    home: 2,
    draw: null,
    away: 1.8,
  })
})

describe('the main line', () => {
  test('is the one on which most bookmakers closed; only books show other lines', () => {
    const { spread } = buildRecord([
      ...both('spread', 'a', '12:00', [1.9, 1.92], -5.5),
      ...both('spread', 'b', '12:00', [1.93, 1.89], -5.5),
      ...both('spread', 'c', '12:00', [2.4, 1.6], -8.5),
    ]).markets
    expect(spread.line).toBe(-5.5)
    expect(spread.best).toEqual({
      home: { price: 1.93, bookmaker: 'Birch' },
      away: { price: 1.92, bookmaker: 'Alder' },
    })
    expect(spread.books.map(({ line, home }) => [line, home])).toEqual([
      [-5.5, 1.9],
      [-5.5, 1.93],
      [-8.5, 2.4],
    ])
    expect(spread.opening).toMatchObject({ line: -5.5, bookmakers: 2 })
  })

  test('is the most balanced of the lines with equally many bookmakers', () => {
    const { total } = buildRecord([
      ...both('total', 'a', '12:00', [1.7, 2.15], 161.5),
      ...both('total', 'b', '12:00', [1.91, 1.89], 165.5),
    ]).markets
    expect(total).toMatchObject({ line: 165.5, best: { over: { price: 1.91 }, under: { price: 1.89 } } })
  })

  test('of a bookmaker is the most balanced line open at tip-off', () => {
    const { total } = buildRecord([
      ...both('total', 'a', '12:00', [1.9, 1.9], 160.5),
      ...both('total', 'a', '13:00', [1.95, 1.85], 161.5),
      ...both('total', 'a', '13:00', [2.2, 1.65], 164.5),
    ]).markets
    expect(total.books).toMatchObject([{ line: 161.5, over: 1.95, under: 1.85 }])
  })
})

test('lines=all shows every line of a bookmaker with its last price and whether it was open at tip-off', () => {
  const quotes = [
    ...both('spread', 'a', '12:00', [1.9, 1.9], -3.5),
    ...both('spread', 'a', '13:00', [1.95, 1.85], -4.5),
    ...both('spread', 'a', '19:31', [1.5, 2.5], -9.5),
  ]
  const [book] = buildRecord(quotes, { history: false, lines: true }).markets.spread.books
  expect(book?.lines).toEqual([
    { line: -4.5, home: 1.95, away: 1.85, set_at: null, open: true },
    { line: -3.5, home: 1.9, away: 1.9, set_at: null, open: false },
  ])
  expect(buildRecord(quotes).markets.spread.books[0]).not.toHaveProperty('lines')
})

test('a market with prices of only one side has no best', () => {
  expect(buildRecord([quote({ at: '12:00', price: 1.9 })])).toMatchObject({
    average: { home: 1.9, away: null },
    markets: { moneyline: { best: null, books: [{ home: 1.9, away: null }] } },
  })
})

test('opening and history are empty if history is not requested', () => {
  const { moneyline } = buildRecord(both('moneyline', 'a', '12:00', [1.9, 1.9]), {
    history: false,
    lines: false,
  }).markets
  expect(moneyline).toMatchObject({ opening: null, history: [], books: [{ home: 1.9 }] })
})
