import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '@basketball-data/core'
import { eventsOfText } from './index.ts'
import { ingestOrThrow, scheduledGame, databases, idOf, sharedCore } from '../testing/core.ts'

/** What one reading of an event says, an hour after the other. */
type Told = { day: number; hour: number; turned: boolean; prices: [team: 'home' | 'away', price: number][] }
type Reading = Told & { event: string; read: number }

const told: fc.Arbitrary<Told> = fc.record({
  day: fc.constantFrom(19, 19, 21, 28),
  hour: fc.constantFrom(18, 19),
  turned: fc.boolean(),
  prices: fc.array(fc.tuple(fc.constantFrom('home', 'away'), fc.constantFrom(1.5, 1.9, 2.4)), { maxLength: 3 }),
})

const readAt = ({ read }: Reading) => new Date(Date.UTC(2026, 10, 18, 8 + read)).toISOString().replace('.000Z', 'Z')
const commence = ({ day, hour }: Reading) => `2026-11-${day}T${hour}:00:00Z`
const teams = ({ event, turned }: Reading) => (turned ? ['Beta', event] : [event, 'Beta'])
const named = ({ event }: Reading, team: 'home' | 'away') => (team === 'home' ? event : 'Beta')

/** All readings as one table. */
const table = (readings: readonly Reading[]): string =>
  [
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,last_update,market,outcome_name,price,point,snapshot_utc',
    ...readings.flatMap((reading) =>
      reading.prices.map(([team, price]) =>
        [
          reading.event,
          '',
          ...teams(reading),
          commence(reading),
          'alder',
          '',
          'h2h',
          named(reading, team),
          price,
          '',
          readAt(reading),
        ].join(','),
      ),
    ),
  ].join('\n')

/** One reading as an answer of the API. */
const answer = (reading: Reading): string => {
  const [home_team, away_team] = teams(reading)
  const outcomes = reading.prices.map(([team, price]) => ({ name: named(reading, team), price }))
  const bookmakers = [{ key: 'alder', title: 'alder', markets: [{ key: 'h2h', outcomes }] }]
  const event = { id: reading.event, sport_key: '', home_team, away_team, commence_time: commence(reading), bookmakers }
  return JSON.stringify({ timestamp: readAt(reading), data: [event] })
}

const ingestText = async (core: Core, text: string) => {
  for (const found of eventsOfText(text, 'a')) {
    if (found.error) throw new Error(found.error.reason)
    await core.ingestQuotes(found.event)
  }
}

const [kind] = databases
describe('readings that do not agree on when the event is and who is at home', () => {
  const core = sharedCore(kind)
  let round = 0

  /** What is stored of readings for a game of 19 November without a tip-off, and whether the event is listed. */
  const stored = async (readings: readonly Told[], ingest: (readings: Reading[]) => Promise<void>) => {
    const event = `g${round++}`
    const team = { team: { external_id: event, name: event } }
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: event, tip_off: null }, home: team }))
    await ingest(readings.map((reading, read) => ({ ...reading, event, read })))
    const prices = await core()
      .caller()
      .games.prices({ id: idOf('game', event) })
    const { game: _, ...rest } = prices.data
    return { rest, listed: (await core().refusals()).some(({ external_id }) => external_id === event) }
  }

  test(
    'are stored alike as one table and one by one in any order, brought in twice',
    { timeout: 120_000 },
    async () => {
      const orders = fc
        .array(told, { minLength: 1, maxLength: 4 })
        .chain((readings) =>
          fc.tuple(
            fc.constant(readings),
            fc.shuffledSubarray([...readings.keys()], { minLength: readings.length }),
            fc.shuffledSubarray([...readings.keys()], { minLength: readings.length }),
          ),
        )
      await fc.assert(
        fc.asyncProperty(orders, async ([readings, first, again]) => {
          const atOnce = await stored(readings, (all) => ingestText(core(), table(all)))
          const oneByOne = await stored(readings, async (all) => {
            for (const at of [...first, ...again]) {
              const reading = all[at]
              if (reading !== undefined) await ingestText(core(), answer(reading))
            }
          })
          expect(oneByOne).toEqual(atOnce)
        }),
        { numRuns: 25 },
      )
    },
  )
})
