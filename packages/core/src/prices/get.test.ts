import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import type { BundleQuote } from '../contract/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  anyDatabase,
  sampleId,
  openCore,
  catchServiceError,
  sharedCore,
  testDatabase,
} from '../testing/index.ts'

type QuoteInput = { price: number; at: string | null; side?: 'home' | 'away'; book?: string; name?: string }

const quote = ({ price, at, side = 'home', book = 'a', name = `Book ${book}` }: QuoteInput): BundleQuote => ({
  bookmaker: { key: book, name, exchange: book === 'x' },
  market: 'moneyline',
  side,
  line: null,
  price,
  set_at: null,
  read_at: at === null ? null : `2026-11-19T${at}:00Z`,
})

/** A game with tip-off at 19:00 UTC and prices read before, at and after it. */
const PRICED = scheduledGame({
  quotes: [
    quote({ at: '12:00', price: 1.9 }),
    quote({ at: '12:00', price: 2, side: 'away' }),
    quote({ at: '19:00', price: 1.95 }),
    quote({ at: '19:00', price: 2, side: 'away' }),
    quote({ at: '19:01', price: 1.2 }),
  ],
})
const id = sampleId('game', 'g1')
const readPrices = async (core: Core) => (await core.caller().games.prices({ id })).data

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('GET /games/{id}/prices returns the last prices read at or before tip-off', async () => {
    await ingestOrThrow(core(), PRICED)
    const { game, average, markets } = await readPrices(core())
    expect(game).toEqual((await core().caller().games.list({})).data[0])
    expect(average).toEqual({ market: 'moneyline', home: 1.95, draw: null, away: 2 })
    expect(markets.moneyline).toEqual({
      best: { home: { price: 1.95, bookmaker: 'Book a' }, away: { price: 2, bookmaker: 'Book a' } },
      books: [{ bookmaker: { name: 'Book a', exchange: false }, home: 1.95, away: 2, set_at: null }],
      opening: { at: '2026-11-19T12:00:00Z', home: 1.9, away: 2, bookmakers: 1 },
      history: [{ at: '2026-11-19T12:00:00Z', home: 1.9, away: 2, bookmakers: 1 }],
    })
  })

  test('a game without quotes returns empty markets', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const market = { best: null, books: [], opening: null, history: [] }
    expect(await readPrices(core())).toMatchObject({
      average: null,
      markets: { moneyline: market, spread: { line: null, ...market }, total: { line: null, ...market } },
    })
  })

  test('games before season 2026-27 have no opening and no history', async () => {
    await ingestOrThrow(core(), withChanges(PRICED, { season: { name: '2025-26', start_year: 2025 } }))
    expect((await readPrices(core())).markets.moneyline).toMatchObject({
      opening: null,
      history: [],
      books: [{ home: 1.95 }],
    })
  })

  test('a moved tip-off changes the closing prices, in the record and in the trends', async () => {
    const final = { status: 'final', home_score: 80, away_score: 70 } as const
    await ingestOrThrow(core(), withChanges(PRICED, { game: final }))
    const moneyline = async () => {
      const { data } = await core()
        .caller()
        .teams.trends({ id: sampleId('team', 'A') })
      return data.find(({ angle }) => angle === 'moneyline')?.roi
    }
    expect(await moneyline()).toBeCloseTo(0.95, 10)
    const { quotes: _, ...unpriced } = PRICED
    await ingestOrThrow(core(), withChanges(unpriced, { game: { ...final, tip_off: '2026-11-19T18:30:00Z' } }))
    expect((await readPrices(core())).average).toMatchObject({ home: 1.9 })
    expect(await moneyline()).toBeCloseTo(0.9, 10)
    await ingestOrThrow(core(), withChanges(unpriced, { game: { ...final, tip_off: '2026-11-19T19:30:00Z' } }))
    expect((await readPrices(core())).average).toMatchObject({ home: 1.2 })
    expect(await moneyline()).toBeCloseTo(0.2, 10)
  })

  test('new quotes are added to the stored ones, and null removes all', async () => {
    await ingestOrThrow(core(), PRICED)
    await ingestOrThrow(core(), { ...PRICED, quotes: [quote({ at: '19:00', price: 1.8, book: 'x' })] })
    expect((await readPrices(core())).markets.moneyline.books).toMatchObject([
      { bookmaker: { name: 'Book a', exchange: false }, home: 1.95 },
      { bookmaker: { name: 'Book x', exchange: true }, home: 1.8 },
    ])
    await ingestOrThrow(core(), { ...PRICED, quotes: null })
    expect((await readPrices(core())).average).toBeNull()
  })

  test('a bookmaker with two names has the one read later, in any order of ingest', async () => {
    const named = [quote({ at: '13:00', price: 2.2, name: 'New' }), quote({ at: '12:30', price: 2.1, name: 'Old' })]
    for (const each of named) await ingestOrThrow(core(), { ...PRICED, quotes: [each] })
    expect((await readPrices(core())).markets.moneyline.books[0]?.bookmaker.name).toBe('New')
  })

  test('two bookmakers with the same name include their keys', async () => {
    const named = [quote({ at: '19:02', price: 1.8, name: 'Betfair' }), quote({ at: '19:00', price: 1.9, book: 'b' })]
    await ingestOrThrow(core(), PRICED)
    await ingestOrThrow(core(), {
      ...PRICED,
      quotes: [...named, quote({ at: '19:00', price: 2, book: 'x', name: 'Betfair' })],
    })
    const { best, books } = (await readPrices(core())).markets.moneyline
    expect(books.map(({ bookmaker, home }) => [bookmaker.name, home])).toEqual([
      ['Betfair (a)', 1.95],
      ['Betfair (x)', 2],
      ['Book b', 1.9],
    ])
    expect(best?.home).toEqual({ price: 2, bookmaker: 'Betfair (x)' })
  })

  test.each([
    ['a side that the market does not have', { side: 'over' }],
    ['a moneyline with a line', { line: -5.5 }],
    ['a spread without a line', { market: 'spread' }],
    ['a price that returns no more than the stake', { price: 1 }],
  ] as const)('%s is refused', async (_, wrong) => {
    const result = await core().ingest({ ...PRICED, quotes: [{ ...quote({ at: '12:00', price: 1.9 }), ...wrong }] })
    expect(result.outcome).toBe('refused')
  })

  test('a price that is not decimal odds is refused, and the reason names the decimal odds', async () => {
    const fraction: unknown = { ...quote({ at: '12:00', price: 1.9 }), price: '10/11' }
    expect(await core().ingest({ ...PRICED, quotes: [fraction as BundleQuote] })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('must be decimal odds as a number: 1.909091 for 10/11 and for -110'),
    })
  })

  test('lines accepts only all', async () => {
    await ingestOrThrow(core(), PRICED)
    await expect(core().caller().games.prices({ id, lines: 'all' })).resolves.toMatchObject({ data: { game: { id } } })
    expect(
      await catchServiceError(
        core()
          .caller()
          .games.prices({ id, lines: 'open' as 'all' }),
      ),
    ).toMatchObject({
      code: 'bad_request',
      allowed: ['all'],
    })
  })

  test('history has every reading, even 10,001', async () => {
    const moment = (second: number) => new Date(Date.parse('2026-11-19T12:00:00Z') + second * 1000).toISOString()
    const quotes = Array.from({ length: 10_001 }, (_, second) => ({
      ...quote({ at: null, price: 1.9 }),
      read_at: moment(second),
    }))
    await ingestOrThrow(core(), { ...PRICED, quotes })
    expect((await readPrices(core())).markets.moneyline.history).toHaveLength(10_001)
  })

  test('an unknown game returns not_found, or upgrade_required on a lower plan', async () => {
    expect(await catchServiceError(core().caller().games.prices({ id: 'gm_00000000' }))).toMatchObject({
      code: 'not_found',
    })
    expect(await catchServiceError(core().caller('archive').games.prices({ id: 'gm_00000000' }))).toMatchObject({
      code: 'upgrade_required',
      plan: 'complete',
    })
  })

  test('rebuildStatistics does not change the trends', async () => {
    const final = { status: 'final', home_score: 80, away_score: 70 } as const
    await ingestOrThrow(core(), withChanges(PRICED, { game: final }))
    const trends = () =>
      core()
        .caller()
        .teams.trends({ id: sampleId('team', 'A') })
    const before = await trends()
    await core().rebuildStatistics()
    expect(await trends()).toEqual(before)
  })
})

test('a game outside the window of the plan returns upgrade_required and does not count in trends', async () => {
  const plans = { complete: { days_back: 30 } }
  const options = { plans, now: () => new Date('2027-03-01T00:00:00Z') }
  const core = await openCore(await testDatabase('embedded'), options)
  await ingestOrThrow(core, PRICED)
  expect(await catchServiceError(core.caller().games.prices({ id }))).toMatchObject({ code: 'upgrade_required' })
  await ingestOrThrow(core, withChanges(PRICED, { game: { status: 'final', home_score: 80, away_score: 70 } }))
  expect((await core.caller().teams.trends({ id: sampleId('team', 'A') })).data).toEqual([])
})
