import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mainOffer, type Quote } from './books.ts'
import { closing, closingAverages, history } from './closing.ts'
import { buildPrices } from './record.ts'
import { both, moment, quote } from './testing/sample-quotes.ts'

const closedAt = (quotes: Quote[], tip_off: string | null) => {
  const book = closing('moneyline', quotes, tip_off === null ? null : moment(tip_off)).get('a')
  return book && mainOffer(book)?.prices.home
}

describe('the closing price is the last one read at or before tip-off', () => {
  const quotes = [
    quote({ at: '19:00', price: 1.9 }),
    quote({ at: '19:30', price: 1.95 }),
    quote({ at: '19:31', price: 1.4 }),
  ]

  test('a price read at tip-off counts', () => expect(closedAt(quotes, '19:30')).toBe(1.95))
  test('a price read one minute later does not count', () => expect(closedAt(quotes, '19:29')).toBe(1.9))
  test('a later tip-off makes later prices count', () => expect(closedAt(quotes, '20:00')).toBe(1.4))
  test('there is no closing price before the first reading', () => expect(closedAt(quotes, '18:59')).toBeUndefined())
  test('there is no closing price without a tip-off', () => expect(closedAt(quotes, null)).toBeUndefined())

  test('a price set after tip-off does not count even if it was read before', () => {
    const late = quote({ at: '19:20', set: '19:31', price: 5 })
    expect(closedAt([...quotes, late], '19:30')).toBe(1.95)
  })

  test('a price that its source calls closing takes precedence, with or without a tip-off', () => {
    const calledClosing = quote({ at: null, price: 1.93 })
    expect(closedAt([calledClosing, ...quotes], '19:30')).toBe(1.93)
    expect(closedAt([calledClosing, ...quotes], null)).toBe(1.93)
  })

  test('of two prices in one reading, the one set later counts', () => {
    const oneReading = [
      quote({ at: '19:00', set: '18:59', price: 1.8 }),
      quote({ at: '19:00', set: '18:58', price: 2 }),
    ]
    expect(closedAt(oneReading, '19:30')).toBe(1.8)
    expect(closedAt(oneReading.toReversed(), '19:30')).toBe(1.8)
  })

  test('of two prices in one reading, one whose setting is known counts before one whose is not', () => {
    const oneReading = [quote({ at: '19:00', set: '18:59', price: 1.8 }), quote({ at: '19:00', price: 2 })]
    expect(closedAt(oneReading, '19:30')).toBe(1.8)
    expect(closedAt(oneReading.toReversed(), '19:30')).toBe(1.8)
  })

  test('a price set at tip-off counts, one set a minute later does not', () => {
    const set = [quote({ at: '19:20', set: '19:20', price: 1.7 }), quote({ at: '19:30', set: '19:30', price: 1.8 })]
    expect(closedAt(set, '19:30')).toBe(1.8)
    expect(closedAt(set, '19:29')).toBe(1.7)
    const calledClosing = quote({ at: null, set: '19:30', price: 1.93 })
    expect(closedAt([...set, calledClosing], '19:30')).toBe(1.93)
    expect(closedAt([...set, calledClosing], '19:29')).toBe(1.7)
  })

  test('without a tip-off, a price that its source calls closing counts whenever it was set', () => {
    expect(closedAt([quote({ at: null, set: '19:00', price: 1.93 })], null)).toBe(1.93)
  })
})

describe('a withdrawn price is no closing price', () => {
  const closedBooks = (market: 'moneyline' | 'spread' | 'total', quotes: Quote[]) =>
    [...closing(market, quotes, moment('19:30')).values()].map((book) => [book.bookmaker, mainOffer(book)?.prices])

  test('a bookmaker that no longer stands in the last reading has no closing price in any market', () => {
    const quotes = [
      ...both('moneyline', 'a', '18:00', [2.1, 1.8]),
      ...both('total', 'a', '18:00', [1.9, 1.9], 160.5),
      ...both('moneyline', 'b', '18:00', [1.7, 2.2]),
      ...both('moneyline', 'b', '19:00', [1.6, 2.4]),
    ]
    expect(closedBooks('moneyline', quotes)).toEqual([['b', { home: 1.6, away: 2.4 }]])
    expect(closedBooks('total', quotes)).toEqual([])
    expect(closingAverages(quotes, moment('19:30'))).toEqual({
      moneyline: { line: null, prices: { home: 1.6, away: 2.4 }, bookmakers: 1 },
      spread: null,
      total: null,
    })
  })

  test('a reading after tip-off withdraws nothing', () => {
    const quotes = [...both('moneyline', 'a', '18:00', [2.1, 1.8]), ...both('moneyline', 'b', '19:31', [1.6, 2.4])]
    expect(closedBooks('moneyline', quotes)).toEqual([['a', { home: 2.1, away: 1.8 }]])
  })

  test('a market that the last reading does not have keeps its own last reading', () => {
    const quotes = [
      ...both('spread', 'a', '18:00', [1.9, 1.9], -4.5),
      ...both('spread', 'b', '18:00', [1.95, 1.85], -4.5),
      ...both('spread', 'b', '18:30', [1.95, 1.85], -5.5),
      ...both('moneyline', 'a', '19:00', [1.5, 2.6]),
      ...both('moneyline', 'b', '19:00', [1.5, 2.6]),
    ]
    expect(closedBooks('spread', quotes)).toEqual([['b', { home: 1.95, away: 1.85 }]])
  })

  test('the two sides of a price are of one reading', () => {
    const quotes = [...both('moneyline', 'a', '18:00', [2.1, 1.8]), quote({ at: '19:00', side: 'away', price: 2.1 })]
    expect(closedBooks('moneyline', quotes)).toEqual([['a', { away: 2.1 }]])
  })

  test('a price that its source calls closing stands whatever was read, and withdraws no other', () => {
    const quotes = [
      ...both('moneyline', 'a', null, [2.1, 1.8]),
      ...both('moneyline', 'b', '18:00', [1.7, 2.2]),
      ...both('moneyline', 'c', '17:00', [1.7, 2.2]),
    ]
    expect(closedBooks('moneyline', quotes).map(([book]) => book)).toEqual(['b', 'a'])
  })
})

describe('the consensus', () => {
  /** The main line of bookmakers with equal prices on both sides, one on each of these lines. */
  const mainLine = (...lines: number[]) => {
    const quotes = lines.flatMap((line, n) => both('spread', `book ${n}`, '19:00', [1.91, 1.91], line))
    return closingAverages(quotes, moment('19:30')).spread?.line
  }

  test('is the same to the last digit in whatever order the bookmakers were read first', () => {
    const closed = [
      quote({ bookmaker: 'a', at: '19:00', price: 1.5 }),
      quote({ bookmaker: 'b', at: '19:00', price: 1.55 }),
      quote({ bookmaker: 'c', at: '19:00', price: 1.65 }),
    ]
    const mean = (1.5 + 1.55 + 1.65) / 3
    // Added from the highest price on, the sum has another last digit.
    expect((1.65 + 1.55 + 1.5) / 3).not.toBe(mean)
    for (const order of ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']) {
      const opened = Array.from(order, (bookmaker, n) => quote({ bookmaker, at: `10:0${n}`, price: 2 }))
      expect(closingAverages([...opened, ...closed], moment('19:30')).moneyline).toEqual({
        line: null,
        prices: { home: mean },
        bookmakers: 3,
      })
    }
  })

  test('is on the line of most bookmakers, then on the line nearer to zero, then on the lower one', () => {
    expect(mainLine(-6, -5.5, -6)).toBe(-6)
    expect(mainLine(-5.5, -6, -7)).toBe(-5.5)
    expect(mainLine(-7, -6, -5.5)).toBe(-5.5)
    expect(mainLine(2.5, -2.5)).toBe(-2.5)
    expect(mainLine(-2.5, 2.5)).toBe(-2.5)
  })

  test('is computed for the moneyline, the spread and the total, each from its own prices', () => {
    const quotes = [
      ...both('moneyline', 'a', '19:00', [1.5, 2.6]),
      ...both('spread', 'a', '19:00', [1.9, 1.92], -5.5),
      ...both('total', 'a', '19:00', [1.85, 1.95], 160.5),
    ]
    expect(closingAverages(quotes, moment('19:30'))).toEqual({
      moneyline: { line: null, prices: { home: 1.5, away: 2.6 }, bookmakers: 1 },
      spread: { line: -5.5, prices: { home: 1.9, away: 1.92 }, bookmakers: 1 },
      total: { line: 160.5, prices: { over: 1.85, under: 1.95 }, bookmakers: 1 },
    })
  })
})

describe('history', () => {
  test('is the consensus at every reading before tip-off, without the bookmakers that have withdrawn', () => {
    const quotes = [
      ...both('moneyline', 'a', '10:00', [1.9, 2]),
      ...both('moneyline', 'a', '11:00', [1.8, 2.1]),
      ...both('moneyline', 'b', '11:00', [1.7, 2.3]),
      ...both('moneyline', 'b', '12:00', [1.6, 2.4]),
      ...both('moneyline', 'b', '19:30', [1.5, 2.6]),
    ]
    const readings = history('moneyline', quotes, moment('19:30'))
    expect(readings.map(({ at, prices, bookmakers }) => [at, prices.home, prices.away, bookmakers])).toEqual([
      [moment('10:00'), 1.9, 2, 1],
      [moment('11:00'), 1.75, 2.2, 2],
      [moment('12:00'), 1.6, 2.4, 1],
    ])
  })

  test('follows the main line of each reading', () => {
    const quotes = [
      ...both('spread', 'a', '10:00', [1.9, 1.9], -5.5),
      ...both('spread', 'b', '10:00', [1.9, 1.9], -5.5),
      ...both('spread', 'a', '11:00', [1.9, 1.9], -6.5),
      ...both('spread', 'b', '11:00', [1.9, 1.9], -5.5),
      ...both('spread', 'a', '12:00', [1.9, 1.9], -6.5),
      ...both('spread', 'b', '12:00', [1.95, 1.85], -6.5),
    ]
    const readings = history('spread', quotes, moment('19:30'))
    // At 11:00 each line has one bookmaker with equal prices, so the main line is the one nearer to zero.
    expect(readings.map(({ line, bookmakers }) => [line, bookmakers])).toEqual([
      [-5.5, 2],
      [-5.5, 1],
      [-6.5, 2],
    ])
  })

  test('has only prices of its market', () => {
    const quotes = [
      ...both('moneyline', 'a', '10:00', [1.5, 2.6]),
      ...both('spread', 'a', '11:00', [1.9, 1.92], -5.5),
      ...both('total', 'a', '12:00', [1.85, 1.95], 160.5),
    ]
    const clocks = (market: 'moneyline' | 'spread' | 'total') =>
      history(market, quotes, moment('19:30')).map(({ at }) => at)
    expect(clocks('moneyline')).toEqual([moment('10:00')])
    expect(clocks('spread')).toEqual([moment('11:00')])
    expect(clocks('total')).toEqual([moment('12:00')])
  })

  test('leaves out prices without a time of reading', () => {
    expect(history('moneyline', both('moneyline', 'a', null, [1.9, 2]), moment('19:30'))).toEqual([])
  })
})

const price = fc.integer({ min: 101, max: 400 }).map((hundredths) => hundredths / 100)
const minute = fc.integer({ min: 0, max: 40 }).map((at) => moment('19:00') + at * 60_000)
const base = { bookmaker: fc.constantFrom('a', 'b', 'c'), price, set_at: fc.option(minute), read_at: fc.option(minute) }
const anyQuote: fc.Arbitrary<Quote> = fc.oneof(
  fc.record({
    ...base,
    market: fc.constant('moneyline'),
    side: fc.constantFrom('home', 'away'),
    line: fc.constant(null),
  }),
  fc.record({
    ...base,
    market: fc.constant('three_way'),
    side: fc.constantFrom('home', 'draw', 'away'),
    line: fc.constant(null),
  }),
  fc.record({
    ...base,
    market: fc.constant('spread'),
    side: fc.constantFrom('home', 'away'),
    line: fc.constantFrom(-5.5, -5, 0, 5.5),
  }),
  fc.record({
    ...base,
    market: fc.constant('total'),
    side: fc.constantFrom('over', 'under'),
    line: fc.constantFrom(160.5, 161, 170),
  }),
)
const stream = fc.array(anyQuote, { maxLength: 40 })
const tipOff = fc.option(minute)

/** All results that are computed from quotes. */
const computed = (quotes: readonly Quote[], tip_off: number | null) => ({
  record: buildPrices({ quotes, bookmakers: new Map(), tip_off }, { history: true, lines: true }),
  averages: closingAverages(quotes, tip_off),
})

describe('for any stream of quotes', () => {
  test('the result does not depend on the order of the quotes or on repeated quotes', () => {
    const shuffled = stream.chain((quotes) =>
      fc.tuple(
        fc.constant(quotes),
        fc.shuffledSubarray([...quotes, ...quotes], { minLength: 2 * quotes.length, maxLength: 2 * quotes.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, tipOff, ([quotes, arrived], tip_off) => {
        expect(computed(arrived, tip_off)).toEqual(computed(quotes, tip_off))
      }),
    )
  })

  test('quotes read or set after tip-off change nothing', () => {
    fc.assert(
      fc.property(stream, minute, (quotes, tip_off) => {
        const early = quotes.filter(({ read_at, set_at }) => (read_at ?? 0) <= tip_off && (set_at ?? 0) <= tip_off)
        expect(computed(quotes, tip_off)).toEqual(computed(early, tip_off))
      }),
    )
  })

  test('the best price is the highest on the main line if both sides have one', () => {
    fc.assert(
      fc.property(stream, tipOff, (quotes, tip_off) => {
        const { books, best, line } = computed(quotes, tip_off).record.markets.spread
        const highest = (side: 'home' | 'away') => {
          const prices = books.flatMap((book) => (book.line === line ? (book[side] ?? []) : []))
          return prices.length === 0 ? undefined : Math.max(...prices)
        }
        const expected = { home: highest('home'), away: highest('away') }
        const actual = { home: best?.home.price, away: best?.away.price }
        const hasBoth = expected.home !== undefined && expected.away !== undefined
        expect(actual).toEqual(hasBoth ? expected : { home: undefined, away: undefined })
      }),
    )
  })

  test('the average is the mean of the closing prices', () => {
    fc.assert(
      fc.property(stream, tipOff, (quotes, tip_off) => {
        const { record, averages } = computed(quotes, tip_off)
        const homes = record.markets.moneyline.books.flatMap(({ home }) => home ?? [])
        const sum = homes.reduce((all, home) => all + home, 0)
        expect((averages.moneyline?.prices.home ?? 0) * homes.length).toBeCloseTo(sum, 9)
      }),
    )
  })

  test('no line has more bookmakers than the main line', () => {
    fc.assert(
      fc.property(stream, tipOff, (quotes, tip_off) => {
        const { line, books } = computed(quotes, tip_off).record.markets.total
        const on = (each: number | null) => books.filter((book) => book.line === each).length
        for (const book of books) expect(on(line)).toBeGreaterThanOrEqual(on(book.line))
      }),
    )
  })
})
