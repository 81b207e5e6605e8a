import { z } from 'zod'
import { toDateTime } from '@basketball-data/core/contract'
import { FeedError, type FeedPrices, type FeedProblem } from '../feed.ts'

import { Key, Moment, Name, Point } from './fields.ts'
import { eventsOf, type PriceReading } from './price-readings.ts'

const Outcome = z.object({
  name: Name,
  price: z.union([z.number(), z.string()]).nullish(),
  point: Point.nullish(),
})
// Outcomes are checked one by one: a broken one costs no more than itself.
const Market = z.object({ key: z.string(), last_update: Moment.nullish(), outcomes: z.array(z.unknown()) })
const Bookmaker = z.object({
  key: Key,
  title: z.string().max(200),
  last_update: Moment.nullish(),
  markets: z.array(Market),
})
const Event = z.object({
  id: Key,
  sport_key: z.string(),
  commence_time: Moment,
  home_team: Name,
  away_team: Name,
  bookmakers: z.array(Bookmaker),
})
type Event = z.output<typeof Event>

/** An answer about a moment of the past says which. */
const Historical = z.object({ timestamp: Moment, data: z.unknown() })

/** What the API answers in location of events. */
const ApiError = z.object({ message: z.string() })

/** When the newest price was set: no answer that has it was read earlier. */
const newestUpdate = (events: readonly Event[]): string | undefined =>
  events
    .flatMap(({ bookmakers }) => bookmakers)
    .flatMap(({ last_update, markets }) => [last_update ?? '', ...markets.map((market) => market.last_update ?? '')])
    .toSorted()
    .findLast((moment) => moment !== '')

/** The moment in a file's name, like snapshot_20260303_212706.json or 2026-03-03T21:27:06Z.json. */
const momentOfName = (name: string): string | undefined => {
  const [, year, month, day, hour, minute, second] =
    /(\d{4})-?(\d\d)-?(\d\d)[T_-](\d\d)[:-]?(\d\d)[:-]?(\d\d)/.exec(name) ?? []
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : toDateTime(moment)
}

const readingsOf = (event: Event, read_at: string, location: string): (PriceReading | FeedProblem)[] =>
  event.bookmakers.flatMap((bookmaker) =>
    bookmaker.markets.flatMap((market) =>
      market.outcomes.map((told) => {
        const at = `${location} ${bookmaker.key} ${market.key}`
        const outcome = Outcome.safeParse(told)
        if (!outcome.success) return { location: at, reason: z.prettifyError(outcome.error) }
        const { name, price, point } = outcome.data
        return {
          location: at,
          event_id: event.id,
          sport_key: event.sport_key,
          home: event.home_team,
          away: event.away_team,
          commence_time: event.commence_time,
          bookmaker: bookmaker.key,
          title: bookmaker.title || bookmaker.key,
          market: market.key,
          outcome: name,
          price: String(price ?? ''),
          point: point ?? null,
          set_at: market.last_update ?? bookmaker.last_update ?? null,
          read_at,
        }
      }),
    ),
  )

const parse = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError(name, `not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** When an answer was read: as it says itself, else as its name says, else when the newest of its prices was set. */
const readAtOf = (timestamp: string | undefined, events: readonly Event[], name: string): string => {
  const read_at = timestamp ?? momentOfName(name) ?? newestUpdate(events)
  if (read_at !== undefined) return read_at
  throw new FeedError(
    name,
    'it does not say when it was read: name the file after that, like 2026-11-20T19:30:00Z.json',
  )
}

/** What an answer holds, and of what moment. */
const contentsOf = (answer: unknown, name: string): { timestamp?: string; events: unknown[] } => {
  const refused = ApiError.safeParse(answer)
  if (refused.success) throw new FeedError(name, `no prices but an error of the API: ${refused.data.message}`)
  const historical = Historical.safeParse(answer)
  const { timestamp, data } = historical.success ? historical.data : { data: answer }
  return { ...(timestamp !== undefined && { timestamp }), events: Array.isArray(data) ? data : [data] }
}

/**
 * The events of one answer of the odds endpoints: a list of events, one event, or either of them at a moment of the past.
 *
 * @throws {FeedError} for what is no such answer, and for prices of which nobody knows when they were read.
 */
export function* eventsOfSnapshot(text: string, name: string): Generator<FeedPrices> {
  const { timestamp, events: told } = contentsOf(parse(text, name), name)
  const events: { location: string; event: Event }[] = []
  const unreadable: FeedProblem[] = []
  for (const [at, each] of told.entries()) {
    const location = `${name} event ${at + 1}`
    const { data: event, error } = Event.safeParse(each)
    if (event === undefined) unreadable.push({ location, reason: z.prettifyError(error) })
    else if (event.bookmakers.length > 0) events.push({ location, event })
  }
  const [first] = unreadable
  if (first !== undefined && unreadable.length === told.length)
    throw new FeedError(name, `no events of this feed in it; of the first: ${first.reason}`)
  for (const error of unreadable) yield { error }
  if (events.length === 0) return
  const read_at = readAtOf(
    timestamp,
    events.map(({ event }) => event),
    name,
  )
  const readings = events.flatMap(({ location, event }) => readingsOf(event, read_at, location))
  for (const each of readings) if ('reason' in each) yield { error: each }
  yield* eventsOf(readings.filter((each) => 'event_id' in each))
}
