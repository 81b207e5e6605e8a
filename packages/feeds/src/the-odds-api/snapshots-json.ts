import { z } from 'zod'
import { toDateTime } from '@basketball-data/core/contract'
import { FeedError, type FeedPrices, type FeedProblem } from '../feed.ts'
import { Key, Moment, Name, Point } from './fields.ts'
import { toFeedPricesList, type SnapshotPrice } from './quotes.ts'

const Outcome = z.object({
  name: Name,
  price: z.union([z.number(), z.string()]).nullish(),
  point: Point.nullish(),
})
// Outcomes are validated one by one, so that an invalid one does not affect the others.
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

/** A response of the historical endpoints names the time of its snapshot. */
const HistoricalResponse = z.object({ timestamp: Moment, data: z.unknown() })
const ErrorResponse = z.object({ message: z.string() })

/** When the newest price was set, used as the time of the snapshot, which cannot be earlier. */
const newestUpdate = (events: readonly Event[]): string | undefined =>
  events
    .flatMap(({ bookmakers }) => bookmakers)
    .flatMap(({ last_update, markets }) => [last_update ?? '', ...markets.map((market) => market.last_update ?? '')])
    .toSorted()
    .findLast((moment) => moment !== '')

/** The time in a file name like snapshot_20260303_212706.json or 2026-03-03T21:27:06Z.json. */
const timeInName = (name: string): string | undefined => {
  const [, year, month, day, hour, minute, second] =
    /(\d{4})-?(\d\d)-?(\d\d)[T_-](\d\d)[:-]?(\d\d)[:-]?(\d\d)/.exec(name) ?? []
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : toDateTime(moment)
}

const listPrices = (
  { id: event_id, bookmakers, ...event }: Event,
  snapshot_utc: string,
  eventLocation: string,
): (SnapshotPrice | FeedProblem)[] =>
  bookmakers.flatMap((bookmaker) =>
    bookmaker.markets.flatMap((market) =>
      market.outcomes.map((item) => {
        const location = `${eventLocation} ${bookmaker.key} ${market.key}`
        const outcome = Outcome.safeParse(item)
        if (!outcome.success) return { location, reason: z.prettifyError(outcome.error) }
        const { name, price, point } = outcome.data
        return {
          location,
          ...event,
          event_id,
          bookmaker: bookmaker.key,
          bookmaker_title: bookmaker.title,
          market: market.key,
          outcome_name: name,
          price: String(price ?? ''),
          point: point ?? null,
          last_update: market.last_update ?? bookmaker.last_update ?? null,
          snapshot_utc,
        }
      }),
    ),
  )

const parseJson = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError(name, `not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** When a snapshot was read: its timestamp, else the time in the file name, else when its newest price was set. */
const parseReadAt = (timestamp: string | undefined, events: readonly Event[], name: string): string => {
  const readAt = timestamp ?? timeInName(name) ?? newestUpdate(events)
  if (readAt !== undefined) return readAt
  throw new FeedError(
    name,
    'the time of the snapshot is unknown: name the file after it, like 2026-11-20T19:30:00Z.json',
  )
}

const parseResponse = (text: string, name: string): { timestamp?: string; items: unknown[] } => {
  const response = parseJson(text, name)
  const apiError = ErrorResponse.safeParse(response)
  if (apiError.success) throw new FeedError(name, `an error response of the API: ${apiError.data.message}`)
  const historical = HistoricalResponse.safeParse(response)
  const { timestamp, data } = historical.success ? historical.data : { data: response }
  return { ...(timestamp !== undefined && { timestamp }), items: Array.isArray(data) ? data : [data] }
}

/**
 * Reads a response of the odds endpoints: a list of events or one event, current or historical.
 *
 * @throws {FeedError} if the text is not such a response, or the time of the snapshot is unknown.
 */
export function* readJsonEvents(text: string, name: string): Generator<FeedPrices> {
  const { timestamp, items } = parseResponse(text, name)
  const events: { location: string; event: Event }[] = []
  const problems: FeedProblem[] = []
  for (const [index, item] of items.entries()) {
    const location = `${name} event ${index + 1}`
    const { data: event, error } = Event.safeParse(item)
    if (event === undefined) problems.push({ location, reason: z.prettifyError(error) })
    else if (event.bookmakers.length > 0) events.push({ location, event })
  }
  const [first] = problems
  if (first !== undefined && problems.length === items.length)
    throw new FeedError(name, `contains no events of The Odds API; the first item: ${first.reason}`)
  for (const error of problems) yield { error }
  if (events.length === 0) return
  const readAt = parseReadAt(
    timestamp,
    events.map(({ event }) => event),
    name,
  )
  const prices: SnapshotPrice[] = []
  for (const { event, location } of events)
    for (const price of listPrices(event, readAt, location))
      if ('reason' in price) yield { error: price }
      else prices.push(price)
  yield* toFeedPricesList(prices)
}
