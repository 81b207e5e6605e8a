import { z } from 'zod'
import { DateTime, toDateTime } from '../../contract/index.ts'
import { FeedError } from '../feed-error.ts'
import type { FeedItem } from './feed-item.ts'
import { eventsOf, type PriceReading } from './price-readings.ts'

const Outcome = z.object({ name: z.string(), price: z.union([z.number(), z.string()]), point: z.number().nullish() })
const Market = z.object({ key: z.string(), last_update: DateTime.nullish(), outcomes: z.array(Outcome) })
const Bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: DateTime.nullish(),
  markets: z.array(Market),
})
const Event = z.object({
  id: z.string().min(1),
  sport_key: z.string(),
  commence_time: DateTime,
  home_team: z.string().min(1),
  away_team: z.string().min(1),
  bookmakers: z.array(Bookmaker),
})
type Event = z.output<typeof Event>

/** An answer about a moment of the past says which. */
const Historical = z.object({ timestamp: DateTime, data: z.unknown() })

const priced = ({ bookmakers }: Event) =>
  bookmakers.flatMap((bookmaker) =>
    bookmaker.markets.flatMap((market) => market.outcomes.map((outcome) => ({ bookmaker, market, outcome }))),
  )

/** When an answer that does not say it was read: at the earliest when the newest of its prices was set. */
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

const readingsOf = (event: Event, read_at: string): PriceReading[] =>
  priced(event).map(({ bookmaker, market, outcome }) => ({
    event_id: event.id,
    sport_key: event.sport_key,
    home: event.home_team,
    away: event.away_team,
    commence_time: event.commence_time,
    bookmaker: bookmaker.key,
    title: bookmaker.title,
    market: market.key,
    outcome: outcome.name,
    price: outcome.price,
    point: outcome.point ?? null,
    set_at: market.last_update ?? bookmaker.last_update ?? null,
    read_at,
  }))

/**
 * The events of one answer of the odds endpoints: a list of events, one event, or either of them at a moment of the past.
 * An answer that does not say when it was read was read at the moment in the file's name, else when the newest of its
 * prices was set.
 *
 * @throws {FeedError} for what is no such answer.
 */
export function* eventsOfSnapshot(text: string, name: string): Generator<FeedItem> {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    throw new FeedError(name, `not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const historical = Historical.safeParse(answer)
  const data = historical.success ? historical.data.data : answer
  const checked = (Array.isArray(data) ? data : [data]).map((event) => Event.safeParse(event))
  const events = checked.flatMap((event) => (event.success ? event.data : []))
  if (events.length === 0 && checked.length > 0) throw new FeedError(name, 'no events of this feed in it')
  for (const [at, event] of checked.entries())
    if (!event.success) yield { place: `${name} event ${at + 1}`, problem: z.prettifyError(event.error) }
  const read_at = historical.success ? historical.data.timestamp : (momentOfName(name) ?? newestUpdate(events))
  if (read_at === undefined) return // no prices
  yield* eventsOf(events.flatMap((event) => readingsOf(event, read_at)))
}
