import { z } from 'zod'
import { toDateTime } from '../../contract/index.ts'
import { FeedError } from '../feed-error.ts'
import type { FeedItem } from './feed-item.ts'
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

/** What the API answers in place of events. */
const ApiError = z.object({ message: z.string() })

type Unreadable = { place: string; problem: string }

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

const readingsOf = (event: Event, read_at: string, place: string): (PriceReading | Unreadable)[] =>
  event.bookmakers.flatMap((bookmaker) =>
    bookmaker.markets.flatMap((market) =>
      market.outcomes.map((told) => {
        const at = `${place} ${bookmaker.key} ${market.key}`
        const outcome = Outcome.safeParse(told)
        if (!outcome.success) return { place: at, problem: z.prettifyError(outcome.error) }
        const { name, price, point } = outcome.data
        return {
          place: at,
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

/**
 * The events of one answer of the odds endpoints: a list of events, one event, or either of them at a moment of the past.
 * An answer that does not say when it was read was read at the moment in the file's name, else when the newest of its
 * prices was set.
 *
 * @throws {FeedError} for what is no such answer.
 */
export function* eventsOfSnapshot(text: string, name: string): Generator<FeedItem> {
  const answer = parse(text, name)
  const refused = ApiError.safeParse(answer)
  if (refused.success) throw new FeedError(name, `no prices but an error of the API: ${refused.data.message}`)
  const historical = Historical.safeParse(answer)
  const data = historical.success ? historical.data.data : answer
  const checked = (Array.isArray(data) ? data : [data]).map((told, at) => ({
    place: `${name} event ${at + 1}`,
    event: Event.safeParse(told),
  }))
  const events = checked.flatMap(({ place, event }) => (event.success ? { place, event: event.data } : []))
  if (events.length === 0 && checked.length > 0) throw new FeedError(name, 'no events of this feed in it')
  for (const { place, event } of checked) if (!event.success) yield { place, problem: z.prettifyError(event.error) }
  const moment = historical.success ? historical.data.timestamp : momentOfName(name)
  const read_at = moment ?? newestUpdate(events.map(({ event }) => event))
  if (read_at === undefined) {
    if (events.every(({ event }) => event.bookmakers.length === 0)) return
    throw new FeedError(
      name,
      'it does not say when it was read: name the file after that, like 2026-11-20T19:30:00Z.json',
    )
  }
  const found = events.flatMap(({ place, event }) => readingsOf(event, read_at, place))
  for (const each of found) if ('problem' in each) yield each
  yield* eventsOf(found.filter((each) => 'event_id' in each))
}
