import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import type { BundleQuote } from '../contract/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  databases,
  idOf,
  openCore,
  serviceErrorOf,
  sharedCore,
  testDatabase,
} from '../testing/index.ts'

type Told = { price: number; at: string | null; side?: 'home' | 'away'; book?: string; name?: string }

const quote = ({ price, at, side = 'home', book = 'a', name = `Book ${book}` }: Told): BundleQuote => ({
  bookmaker: { key: book, name, exchange: book === 'x' },
  market: 'moneyline',
  side,
  line: null,
  price,
  set_at: null,
  read_at: at === null ? null : `2026-11-19T${at}:00Z`,
})

/** A game of 19:00 UTC with readings before, at and after that. */
const PRICED = scheduledGame({
  quotes: [
    quote({ at: '12:00', price: 1.9 }),
    quote({ at: '12:00', price: 2, side: 'away' }),
    quote({ at: '19:00', price: 1.95 }),
    quote({ at: '19:01', price: 1.2 }),
  ],
})
const id = idOf('game', 'g1')
const pricesOf = async (core: Core) => (await core.caller().games.prices({ id })).data

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('prices of a game: what was read last by tip-off', async () => {
    await ingestOrThrow(core(), PRICED)
    const { game, average, markets } = await pricesOf(core())
    expect(game).toEqual((await core().caller().games.list({})).data[0])
    expect(average).toEqual({ market: 'moneyline', home: 1.95, draw: null, away: 2 })
    expect(markets.moneyline).toEqual({
      best: { home: { price: 1.95, bookmaker: 'Book a' }, away: { price: 2, bookmaker: 'Book a' } },
      books: [{ bookmaker: { name: 'Book a', exchange: false }, home: 1.95, away: 2, set_at: null }],
      opening: { at: '2026-11-19T12:00:00Z', home: 1.9, away: 2, bookmakers: 1 },
      history: [{ at: '2026-11-19T12:00:00Z', home: 1.9, away: 2, bookmakers: 1 }],
    })
  })

  test('a game without quotes is answered with nothing in it', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const market = { best: null, books: [], opening: null, history: [] }
    expect(await pricesOf(core())).toMatchObject({
      average: null,
      markets: { moneyline: market, spread: { line: null, ...market }, total: { line: null, ...market } },
    })
  })

  test('before season 2026-27 there is neither opening nor history', async () => {
    await ingestOrThrow(core(), withChanges(PRICED, { season: { name: '2025-26', start_year: 2025 } }))
    expect((await pricesOf(core())).markets.moneyline).toMatchObject({
      opening: null,
      history: [],
      books: [{ home: 1.95 }],
    })
  })

  test('a tip-off that moves decides anew what was closing, in the record and in the trends', async () => {
    const final = { status: 'final', home_score: 80, away_score: 70 } as const
    await ingestOrThrow(core(), withChanges(PRICED, { game: final }))
    const moneyline = async () => {
      const { data } = await core()
        .caller()
        .teams.trends({ id: idOf('team', 'A') })
      return data.find(({ angle }) => angle === 'moneyline')?.roi
    }
    expect(await moneyline()).toBeCloseTo(0.95, 10)
    const { quotes: _, ...unpriced } = PRICED
    await ingestOrThrow(core(), withChanges(unpriced, { game: { ...final, tip_off: '2026-11-19T18:30:00Z' } }))
    expect((await pricesOf(core())).average).toMatchObject({ home: 1.9 })
    expect(await moneyline()).toBeCloseTo(0.9, 10)
    await ingestOrThrow(core(), withChanges(unpriced, { game: { ...final, tip_off: '2026-11-19T19:30:00Z' } }))
    expect((await pricesOf(core())).average).toMatchObject({ home: 1.2 })
    expect(await moneyline()).toBeCloseTo(0.2, 10)
  })

  test('quotes come on top of those that are known, null takes them away', async () => {
    await ingestOrThrow(core(), PRICED)
    await ingestOrThrow(core(), { ...PRICED, quotes: [quote({ at: '18:59', price: 1.8, book: 'x' })] })
    expect((await pricesOf(core())).markets.moneyline.books).toMatchObject([
      { bookmaker: { name: 'Book a', exchange: false }, home: 1.95 },
      { bookmaker: { name: 'Book x', exchange: true }, home: 1.8 },
    ])
    await ingestOrThrow(core(), { ...PRICED, quotes: null })
    expect((await pricesOf(core())).average).toBeNull()
  })

  test('of two names of a bookmaker the one read later is shown, whichever comes in last', async () => {
    const named = [quote({ at: '13:00', price: 2.2, name: 'New' }), quote({ at: '12:30', price: 2.1, name: 'Old' })]
    for (const each of named) await ingestOrThrow(core(), { ...PRICED, quotes: [each] })
    expect((await pricesOf(core())).markets.moneyline.books[0]?.bookmaker.name).toBe('New')
  })

  test.each([
    ['a side that is none of the market', { side: 'over' }],
    ['a moneyline with a line', { line: -5.5 }],
    ['a spread without one', { market: 'spread' }],
    ['a price that returns no more than the stake', { price: 1 }],
  ] as const)('%s is refused', async (_, wrong) => {
    const result = await core().ingest({ ...PRICED, quotes: [{ ...quote({ at: '12:00', price: 1.9 }), ...wrong }] })
    expect(result.outcome).toBe('refused')
  })

  test('a price in another form is refused with what would be right', async () => {
    const fraction: unknown = { ...quote({ at: '12:00', price: 1.9 }), price: '10/11' }
    expect(await core().ingest({ ...PRICED, quotes: [fraction as BundleQuote] })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('must be decimal odds as a number: 1.909091 for 10/11 and for -110'),
    })
  })

  test('lines=all is the only other way to ask', async () => {
    await ingestOrThrow(core(), PRICED)
    await expect(core().caller().games.prices({ id, lines: 'all' })).resolves.toMatchObject({ data: { game: { id } } })
    expect(
      await serviceErrorOf(
        core()
          .caller()
          .games.prices({ id, lines: 'open' as 'all' }),
      ),
    ).toMatchObject({
      error: 'bad_request',
      allowed: ['all'],
    })
  })

  test('history has every reading, however many', async () => {
    const moment = (second: number) => new Date(Date.parse('2026-11-19T12:00:00Z') + second * 1000).toISOString()
    const quotes = Array.from({ length: 10_001 }, (_, second) => ({
      ...quote({ at: null, price: 1.9 }),
      read_at: moment(second),
    }))
    await ingestOrThrow(core(), { ...PRICED, quotes })
    expect((await pricesOf(core())).markets.moneyline.history).toHaveLength(10_001)
  })

  test('an unknown game is not found, and a lower plan learns nothing of it', async () => {
    expect(await serviceErrorOf(core().caller().games.prices({ id: 'gm_00000000' }))).toMatchObject({
      error: 'not_found',
    })
    expect(await serviceErrorOf(core().caller('archive').games.prices({ id: 'gm_00000000' }))).toMatchObject({
      error: 'upgrade_required',
      plan: 'complete',
    })
  })

  test('what is rebuilt is what was kept', async () => {
    const final = { status: 'final', home_score: 80, away_score: 70 } as const
    await ingestOrThrow(core(), withChanges(PRICED, { game: final }))
    const trends = () =>
      core()
        .caller()
        .teams.trends({ id: idOf('team', 'A') })
    const kept = await trends()
    await core().rebuildStatistics()
    expect(await trends()).toEqual(kept)
  })
})

test('a game outside the window of the plan is not shown', async () => {
  const plans = { complete: { days_back: 30 } }
  const options = { plans, now: () => new Date('2027-03-01T00:00:00Z') }
  const core = await openCore(await testDatabase('embedded'), options)
  await ingestOrThrow(core, PRICED)
  expect(await serviceErrorOf(core.caller().games.prices({ id }))).toMatchObject({ error: 'upgrade_required' })
  await ingestOrThrow(core, withChanges(PRICED, { game: { status: 'final', home_score: 80, away_score: 70 } }))
  expect((await core.caller().teams.trends({ id: idOf('team', 'A') })).data).toEqual([])
})
