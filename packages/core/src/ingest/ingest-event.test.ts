import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { accepted, bundleOf, contentsOf, databases, idOf, sharedCore, tell } from '../testing/index.ts'
import type { BundleQuote } from './bundle-quote.ts'
import type { PricedEvent } from './priced-event.ts'

const read = (at: string, price: number, side: 'home' | 'away' = 'home', book = 'a'): BundleQuote => ({
  bookmaker: { key: book, name: `Book ${book}`, exchange: false },
  market: 'moneyline',
  side,
  line: null,
  price,
  set_at: null,
  read_at: `2026-11-19T${at}:00Z`,
})

const eventOf = (told: Partial<PricedEvent> = {}): PricedEvent => ({
  source: 'prices',
  external_id: 'e1',
  home: ['Alpha'],
  away: ['Beta'],
  tip_off: '2026-11-19T19:10:00Z',
  announced_at: '2026-11-19T12:00:00Z',
  quotes: [read('12:00', 1.9), read('19:05', 1.95), read('19:20', 1.2)],
  ...told,
})

const priceOf = async (core: Core) =>
  (await core.caller().games.prices({ id: idOf('game', 'g1') })).data.average?.home ?? null

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('an event is matched by its teams and its tip-off, and the same again changes nothing', async () => {
    await accepted(core(), bundleOf())
    expect(await core().ingestQuotes(eventOf())).toEqual({ outcome: 'matched', game: idOf('game', 'g1'), quotes: 3 })
    const contents = await contentsOf(core().store)
    expect(await core().ingestQuotes(eventOf())).toMatchObject({ outcome: 'matched', quotes: 0 })
    expect(await contentsOf(core().store)).toEqual(contents)
  })

  test('the tip-off of the game itself counts before the one that is announced', async () => {
    await accepted(core(), bundleOf()) // 19:00
    await core().ingestQuotes(eventOf())
    expect(await priceOf(core())).toBe(1.9)
  })

  test('where the game has no tip-off the one read last is taken, and decides anew when it moves', async () => {
    await accepted(core(), bundleOf({ game: { tip_off: null } }))
    await core().ingestQuotes(eventOf())
    expect(await priceOf(core())).toBe(1.95)
    const moved = { tip_off: '2026-11-19T19:30:00Z', announced_at: '2026-11-19T19:05:00Z', quotes: [] }
    await core().ingestQuotes(eventOf(moved))
    expect(await priceOf(core())).toBe(1.2)
    const before = { tip_off: '2026-11-19T18:00:00Z', announced_at: '2026-11-19T09:00:00Z', quotes: [] }
    await core().ingestQuotes(eventOf(before))
    expect(await priceOf(core())).toBe(1.2)
  })

  test('an event that is no game of ours is listed with the reason until it is', async () => {
    expect(await core().ingestQuotes(eventOf())).toEqual({
      outcome: 'unmatched',
      source: 'prices',
      external_id: 'e1',
      reason: 'no game Alpha – Beta at 2026-11-19T19:10:00Z',
    })
    expect(await core().refusals()).toMatchObject([{ source: 'prices', external_id: 'e1' }])
    await accepted(core(), bundleOf())
    await core().ingestQuotes(eventOf())
    expect(await core().refusals()).toEqual([])
  })

  test('an event that cannot be right is listed, and nothing of it is written', async () => {
    await accepted(core(), bundleOf())
    const wrong = { ...read('12:00', 1.9), market: 'total' as const }
    expect(await core().ingestQuotes(eventOf({ quotes: [read('12:00', 1.9), wrong] }))).toMatchObject({
      outcome: 'unmatched',
      reason: expect.stringContaining('is no side of the market'),
    })
    expect(await priceOf(core())).toBeNull()
  })

  test.each<{ what: string; told: Partial<PricedEvent>; reason: RegExp }>([
    { what: 'a team that no text can hold', told: { home: ['Al\u0000pha'] }, reason: /must be text without NUL/ },
    { what: 'a day before the calendar', told: { tip_off: '0000-01-01T00:00:00Z' }, reason: /the database refuses it/ },
    { what: 'a name of 6,000 characters', told: { external_id: 'x'.repeat(6000) }, reason: /at most 100 characters/ },
    { what: 'a source with blanks', told: { source: 'the odds' }, reason: /must be lower-case letters/ },
  ])('$what stops no import: it is listed', async ({ told, reason }) => {
    await accepted(core(), bundleOf())
    const result = await core().ingestQuotes(eventOf(told))
    expect(result).toMatchObject({ outcome: 'unmatched', reason: expect.stringMatching(reason) })
    const { outcome: _, ...listed } = result
    expect(await core().refusals()).toEqual([expect.objectContaining(listed)])
  })

  test('another source identifier of the game is enough, if its teams are the same', async () => {
    const same_as = [{ source: 'test', external_id: 'g1' }]
    await accepted(core(), bundleOf())
    const unknown = { tip_off: null, announced_at: null, same_as }
    expect(await core().ingestQuotes(eventOf(unknown))).toMatchObject({ outcome: 'matched' })
    expect(await core().ingestQuotes(eventOf({ ...unknown, away: ['Gamma'] }))).toMatchObject({
      outcome: 'unmatched',
      reason: expect.stringMatching(/^the game of its identifier is Alpha – Beta/),
    })
  })

  test('a team is found by any of its names, whatever the accents', async () => {
    await tell(core(), { id: 'g1', status: 'scheduled', tip_off: '2026-11-19T19:00:00Z' })
    const event = eventOf({ home: ['Alpha', 'TEAM Á'], away: ['team b'] })
    expect(await core().ingestQuotes(event)).toMatchObject({ outcome: 'matched' })
  })

  test(
    'neither the order of events nor how often they come in changes what is stored',
    { timeout: 120_000 },
    async () => {
      const price = fc.constantFrom(1.5, 1.9, 2.4)
      const at = fc.constantFrom('11:00', '12:00', '18:59', '19:00', '19:01', '20:00')
      const any = fc.record({
        tip_off: fc.constantFrom('2026-11-19T18:30:00Z', '2026-11-19T19:00:00Z', '2026-11-19T19:30:00Z'),
        announced_at: at.map((time) => `2026-11-19T${time}:00Z`),
        quotes: fc.array(
          fc.tuple(at, price, fc.constantFrom('home', 'away'), fc.constantFrom('a', 'b')).map((told) => read(...told)),
          { maxLength: 5 },
        ),
      })
      const arrived = fc
        .array(any, { minLength: 1, maxLength: 4 })
        .chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length })),
        )
      let round = 0
      const stored = async (events: Partial<PricedEvent>[]) => {
        const game = `g${round++}`
        const team = { team: { external_id: game, name: game } }
        await accepted(core(), bundleOf({ game: { external_id: game, tip_off: null }, home: team }))
        for (const event of events) await core().ingestQuotes(eventOf({ ...event, home: [game] }))
        return (
          await core()
            .caller()
            .games.prices({ id: idOf('game', game) })
        ).data
      }
      await fc.assert(
        fc.asyncProperty(arrived, async ([events, shuffled]) => {
          const { game: _, ...inOrder } = await stored(events)
          const { game: __, ...inAny } = await stored(shuffled)
          expect(inAny).toEqual(inOrder)
        }),
        { numRuns: 15 },
      )
    },
  )
})
