import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../core.ts'
import {
  ingestOrThrow,
  scheduledGame,
  tableContents,
  anyDatabase,
  sampleId,
  sharedCore,
  writeGames,
} from '../../testing/index.ts'
import type { BundleQuote, PricedEvent } from '../../contract/index.ts'

const read = (at: string, price: number, side: 'home' | 'away' = 'home', book = 'a'): BundleQuote => ({
  bookmaker: { key: book, name: `Book ${book}`, exchange: false },
  market: 'moneyline',
  side,
  line: null,
  price,
  set_at: null,
  read_at: `2026-11-19T${at}:00Z`,
})

const buildEvent = (changes: Partial<PricedEvent> = {}): PricedEvent => ({
  source: 'prices',
  external_id: 'e1',
  home: ['Alpha'],
  away: ['Beta'],
  tip_off: '2026-11-19T19:10:00Z',
  announced_at: '2026-11-19T12:00:00Z',
  quotes: [read('12:00', 1.9), read('19:05', 1.95), read('19:20', 1.2)],
  ...changes,
})

const readPrice = async (core: Core) =>
  (await core.caller().games.prices({ id: sampleId('game', 'g1') })).data.average?.home ?? null

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('an event is matched by teams and tip-off, and repeating it changes nothing', async () => {
    await ingestOrThrow(core(), scheduledGame())
    expect(await core().ingestQuotes(buildEvent())).toEqual({
      outcome: 'matched',
      game: sampleId('game', 'g1'),
      quotes: 3,
    })
    const contents = await tableContents(core().store)
    expect(await core().ingestQuotes(buildEvent())).toMatchObject({ outcome: 'matched', quotes: 0 })
    expect(await tableContents(core().store)).toEqual(contents)
  })

  test('the tip-off of the game takes precedence over that of the price feed', async () => {
    await ingestOrThrow(core(), scheduledGame()) // 19:00
    await core().ingestQuotes(buildEvent())
    expect(await readPrice(core())).toBe(1.9)
  })

  test('without a tip-off of the game, the newest tip-off of the price feed decides which prices are closing', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { tip_off: null } }))
    await core().ingestQuotes(buildEvent())
    expect(await readPrice(core())).toBe(1.95)
    const moved = { tip_off: '2026-11-19T19:30:00Z', announced_at: '2026-11-19T19:05:00Z', quotes: [] }
    await core().ingestQuotes(buildEvent(moved))
    expect(await readPrice(core())).toBe(1.2)
    const before = { tip_off: '2026-11-19T18:00:00Z', announced_at: '2026-11-19T09:00:00Z', quotes: [] }
    await core().ingestQuotes(buildEvent(before))
    expect(await readPrice(core())).toBe(1.2)
  })

  test('an unmatched event is listed with the reason until it is matched', async () => {
    expect(await core().ingestQuotes(buildEvent())).toEqual({
      outcome: 'unmatched',
      source: 'prices',
      external_id: 'e1',
      reason: 'no game Alpha – Beta at 2026-11-19T19:10:00Z',
    })
    expect(await core().refusals()).toMatchObject([{ source: 'prices', external_id: 'e1' }])
    await ingestOrThrow(core(), scheduledGame())
    await core().ingestQuotes(buildEvent())
    expect(await core().refusals()).toEqual([])
  })

  test('an invalid event is listed, and nothing of it is written', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const wrong = { ...read('12:00', 1.9), market: 'total' as const }
    expect(await core().ingestQuotes(buildEvent({ quotes: [read('12:00', 1.9), wrong] }))).toMatchObject({
      outcome: 'unmatched',
      reason: expect.stringContaining('is not a side of this market'),
    })
    expect(await readPrice(core())).toBeNull()
  })

  test.each<{ what: string; changes: Partial<PricedEvent>; reason: RegExp }>([
    { what: 'a team name with NUL', changes: { home: ['Al\u0000pha'] }, reason: /must be text without NUL/ },
    { what: 'a tip-off in year 0', changes: { tip_off: '0000-01-01T00:00:00Z' }, reason: /the database refuses it/ },
    {
      what: 'an identifier of 6,000 characters',
      changes: { external_id: 'x'.repeat(6000) },
      reason: /at most 100 characters/,
    },
    { what: 'a source with blanks', changes: { source: 'the odds' }, reason: /must be lower-case letters/ },
  ])('an event with $what is listed as unmatched', async ({ changes, reason }) => {
    await ingestOrThrow(core(), scheduledGame())
    const result = await core().ingestQuotes(buildEvent(changes))
    expect(result).toMatchObject({ outcome: 'unmatched', reason: expect.stringMatching(reason) })
    const { outcome: _, ...listed } = result
    expect(await core().refusals()).toEqual([expect.objectContaining(listed)])
  })

  test('an identifier of another source matches the game if its teams are the same', async () => {
    const same_as = [{ source: 'test', external_id: 'g1' }]
    await ingestOrThrow(core(), scheduledGame())
    const unknown = { tip_off: null, announced_at: null, same_as }
    expect(await core().ingestQuotes(buildEvent(unknown))).toMatchObject({ outcome: 'matched' })
    expect(await core().ingestQuotes(buildEvent({ ...unknown, away: ['Gamma'] }))).toMatchObject({
      outcome: 'unmatched',
      reason: expect.stringMatching(/^the game of its identifier is Alpha – Beta/),
    })
  })

  test('a team matches by any of its names, with or without accents', async () => {
    await writeGames(core(), { id: 'g1', status: 'scheduled', tip_off: '2026-11-19T19:00:00Z' })
    const event = buildEvent({ home: ['Alpha', 'TEAM Á'], away: ['team b'] })
    expect(await core().ingestQuotes(event)).toMatchObject({ outcome: 'matched' })
  })

  test('a team matches by an alias of any of its bundles, until a bundle deletes them', async () => {
    const withAliases = (aliases?: string[] | null) => {
      const team = { team: { external_id: 'A', name: 'Alpha', ...(aliases !== undefined && { aliases }) } }
      return ingestOrThrow(core(), scheduledGame({ home: team }))
    }
    const getOutcome = async (name: string) =>
      (await core().ingestQuotes(buildEvent({ external_id: name, home: [name] }))).outcome
    await withAliases(['Alpha Úrsa'])
    await withAliases(['The Alphas'])
    await withAliases()
    expect(await getOutcome('alpha ursa')).toBe('matched')
    expect(await getOutcome('THE ALPHAS')).toBe('matched')
    await withAliases(null)
    expect(await getOutcome('The Alphas')).toBe('unmatched')
  })

  test('a name that is nearly known is never guessed: the nearest game is listed with the missing name', async () => {
    await ingestOrThrow(core(), scheduledGame())
    expect(await core().ingestQuotes(buildEvent({ home: ['Alpfa'] }))).toMatchObject({
      outcome: 'unmatched',
      reason:
        'no game Alpfa – Beta at 2026-11-19T19:10:00Z; the nearest is Alpha – Beta on 2026-11-19, ' +
        'but "Alpfa" is not a known name of Alpha',
    })
  })

  describe('an event whose tip-off moves', () => {
    const noTipOff = scheduledGame({ game: { tip_off: null } })
    const moved = buildEvent({
      tip_off: '2026-11-25T19:10:00Z',
      announced_at: '2026-11-18T12:00:00Z',
      quotes: [{ ...read('12:00', 1.8), read_at: '2026-11-18T12:00:00Z' }],
    })
    const listed = async () => (await core().refusals()).map(({ external_id }) => external_id)

    test('stays matched to its game at any new time', async () => {
      await ingestOrThrow(core(), noTipOff)
      await core().ingestQuotes(buildEvent())
      expect(await core().ingestQuotes(moved)).toMatchObject({ outcome: 'matched', game: sampleId('game', 'g1') })
    })

    test('stays listed until the refused reading is accepted', async () => {
      await ingestOrThrow(core(), noTipOff)
      expect(await core().ingestQuotes(moved)).toMatchObject({
        outcome: 'unmatched',
        reason: 'no game Alpha – Beta at 2026-11-25T19:10:00Z',
      })
      expect(await core().ingestQuotes(buildEvent())).toMatchObject({ outcome: 'matched' })
      expect(await listed()).toEqual(['e1'])
      expect(await core().ingestQuotes(moved)).toMatchObject({ outcome: 'matched', quotes: 1 })
      expect(await listed()).toEqual([])
    })

    test('is not listed any longer once all refused readings are accepted', async () => {
      await ingestOrThrow(core(), noTipOff)
      const earlier = { ...read('12:00', 1.7), read_at: '2026-11-17T12:00:00Z' }
      await core().ingestQuotes(moved)
      await core().ingestQuotes({ ...moved, announced_at: earlier.read_at, quotes: [earlier] })
      await core().ingestQuotes(buildEvent())
      await core().ingestQuotes({ ...buildEvent(), quotes: [earlier] })
      expect(await listed()).toEqual(['e1'])
      await core().ingestQuotes({ ...buildEvent(), quotes: [...buildEvent().quotes, earlier, ...moved.quotes] })
      expect(await listed()).toEqual([])
    })

    test('is refused if another game is at its new time, or its identifiers belong to two games', async () => {
      await ingestOrThrow(core(), noTipOff)
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2', date: '2026-11-25', tip_off: null } }))
      await core().ingestQuotes(buildEvent())
      expect(await core().ingestQuotes(moved)).toMatchObject({
        reason: expect.stringMatching(
          /^the game of its identifier is that on 2026-11-19, but Alpha – Beta at 2026-11-25/,
        ),
      })
      const same_as = [{ source: 'test', external_id: 'g2' }]
      expect(await core().ingestQuotes(buildEvent({ same_as }))).toMatchObject({
        reason: 'its identifiers stand for 2 games',
      })
    })
  })

  test('prices follow their team if the source has home and away swapped', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const swapped = buildEvent({ home: ['Beta'], away: ['Alpha'], quotes: [read('12:10', 1.8, 'away')] })
    expect(await core().ingestQuotes(swapped)).toMatchObject({ outcome: 'unmatched' })
    await core().ingestQuotes(buildEvent({ quotes: [] }))
    const spread = { ...read('12:10', 1.95, 'home'), market: 'spread' as const, line: 4.5 }
    await core().ingestQuotes({ ...swapped, quotes: [...swapped.quotes, spread] })
    const { average, markets } = (
      await core()
        .caller()
        .games.prices({ id: sampleId('game', 'g1') })
    ).data
    expect(average).toMatchObject({ home: 1.8, away: null })
    expect(markets.spread.books).toMatchObject([{ line: -4.5, home: null, away: 1.95 }])
  })

  test('the order and repetition of readings make no difference to the stored prices and refusals', async () => {
    type Sent = Partial<PricedEvent> & { swapped: boolean }
    const price = fc.constantFrom(1.5, 1.9, 2.4)
    const at = fc.constantFrom('11:00', '12:00', '18:59', '19:00', '19:01', '20:00')
    const any: fc.Arbitrary<Sent> = fc.record({
      tip_off: fc.constantFrom(
        '2026-11-19T18:30:00Z',
        '2026-11-19T19:00:00Z',
        '2026-11-22T19:30:00Z',
        '2026-12-24T19:00:00Z',
      ),
      announced_at: at.map((time) => `2026-11-19T${time}:00Z`),
      swapped: fc.boolean(),
      quotes: fc.array(
        fc.tuple(at, price, fc.constantFrom('home', 'away'), fc.constantFrom('a', 'b')).map((quote) => read(...quote)),
        { maxLength: 5 },
      ),
    })
    const arrived = fc.array(any, { minLength: 1, maxLength: 4 }).chain((events) => {
      const shuffled = fc.shuffledSubarray(events, { minLength: events.length })
      return fc.tuple(fc.constant(events), shuffled, shuffled)
    })
    let round = 0
    const stored = async (events: Sent[]) => {
      const game = `g${round++}`
      const team = { team: { external_id: game, name: game } }
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: game, tip_off: null }, home: team }))
      for (const { swapped, ...event } of events) {
        const teams = swapped ? { home: ['Beta'], away: [game] } : { home: [game], away: ['Beta'] }
        await core().ingestQuotes(buildEvent({ ...event, ...teams, external_id: game }))
      }
      const { game: _, ...prices } = (
        await core()
          .caller()
          .games.prices({ id: sampleId('game', game) })
      ).data
      const refused = (await core().refusals()).filter(({ external_id }) => external_id === game)
      return { prices, refused: refused.length }
    }
    await fc.assert(
      fc.asyncProperty(arrived, async ([events, shuffled, again]) => {
        expect(await stored([...shuffled, ...again])).toEqual(await stored([...events, ...events]))
      }),
      { numRuns: 15 },
    )
  })
})
