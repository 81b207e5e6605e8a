import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '@basketball-data/core'
import { readTextEvents } from './index.ts'
import { ingestOrThrow, scheduledGame, sampleId, sharedCore } from '../test-support/core.ts'

/** The contents of a snapshot of an event; `swapped` swaps home and away. */
type Contents = { day: number; hour: number; swapped: boolean; prices: [team: 'home' | 'away', price: number][] }
/** A snapshot taken `hoursLater` than the first. */
type Snapshot = Contents & { event: string; hoursLater: number }

const anyContents: fc.Arbitrary<Contents> = fc.record({
  day: fc.constantFrom(19, 19, 21, 28),
  hour: fc.constantFrom(18, 19),
  swapped: fc.boolean(),
  prices: fc.array(fc.tuple(fc.constantFrom('home', 'away'), fc.constantFrom(1.5, 1.9, 2.4)), { maxLength: 3 }),
})

const readAt = ({ hoursLater }: Snapshot) =>
  new Date(Date.UTC(2026, 10, 18, 8 + hoursLater)).toISOString().replace('.000Z', 'Z')
const commenceTime = ({ day, hour }: Snapshot) => `2026-11-${day}T${hour}:00:00Z`
const teams = ({ event, swapped }: Snapshot) => (swapped ? ['Beta', event] : [event, 'Beta'])
const teamName = ({ event }: Snapshot, team: 'home' | 'away') => (team === 'home' ? event : 'Beta')

/** All snapshots as one CSV table. */
const toCsv = (snapshots: readonly Snapshot[]): string =>
  [
    'event_id,sport_key,home_team,away_team,commence_time,bookmaker,last_update,market,outcome_name,price,point,snapshot_utc',
    ...snapshots.flatMap((snapshot) =>
      snapshot.prices.map(([team, price]) =>
        [
          snapshot.event,
          '',
          ...teams(snapshot),
          commenceTime(snapshot),
          'alder',
          '',
          'h2h',
          teamName(snapshot, team),
          price,
          '',
          readAt(snapshot),
        ].join(','),
      ),
    ),
  ].join('\n')

/** One snapshot as a JSON response of the API. */
const toJson = (snapshot: Snapshot): string => {
  const [home_team, away_team] = teams(snapshot)
  const outcomes = snapshot.prices.map(([team, price]) => ({ name: teamName(snapshot, team), price }))
  const bookmakers = [{ key: 'alder', title: 'alder', markets: [{ key: 'h2h', outcomes }] }]
  const event = {
    id: snapshot.event,
    sport_key: '',
    home_team,
    away_team,
    commence_time: commenceTime(snapshot),
    bookmakers,
  }
  return JSON.stringify({ timestamp: readAt(snapshot), data: [event] })
}

const ingestText = async (core: Core, text: string) => {
  for (const item of readTextEvents(text, 'a')) {
    if (item.error) throw new Error(item.error.reason)
    await core.ingestQuotes(item.event)
  }
}

describe('snapshots that differ in tip-off and home team', () => {
  const core = sharedCore('Postgres')
  let round = 0

  /** Ingests snapshots for a game on 19 November without a tip-off; returns its prices and whether the event is listed as refused. */
  const store = async (contents: readonly Contents[], ingest: (snapshots: Snapshot[]) => Promise<void>) => {
    const event = `g${round++}`
    const team = { team: { external_id: event, name: event } }
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: event, tip_off: null }, home: team }))
    await ingest(contents.map((content, hoursLater) => ({ ...content, event, hoursLater })))
    const prices = await core()
      .caller()
      .games.prices({ id: sampleId('game', event) })
    const { game: _, ...rest } = prices.data
    return { rest, listed: (await core().refusals()).some(({ external_id }) => external_id === event) }
  }

  test('are stored the same as one table and one by one, in any order and repeatedly', async () => {
    const orders = fc
      .array(anyContents, { minLength: 1, maxLength: 4 })
      .chain((contents) =>
        fc.tuple(
          fc.constant(contents),
          fc.shuffledSubarray([...contents.keys()], { minLength: contents.length }),
          fc.shuffledSubarray([...contents.keys()], { minLength: contents.length }),
        ),
      )
    await fc.assert(
      fc.asyncProperty(orders, async ([contents, first, again]) => {
        const asTable = await store(contents, (all) => ingestText(core(), toCsv(all)))
        const oneByOne = await store(contents, async (all) => {
          for (const index of [...first, ...again]) {
            const snapshot = all[index]
            if (snapshot !== undefined) await ingestText(core(), toJson(snapshot))
          }
        })
        expect(oneByOne).toEqual(asTable)
      }),
      { numRuns: 25 },
    )
  })
})
