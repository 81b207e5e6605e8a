import type { BundleQuote } from '../../ingest/bundle-quote.ts'
import type { PricedEvent } from '../../ingest/priced-event.ts'
import { decimalPrice, NoPrice, type UnsignedPrices } from '../decimal-price.ts'
import type { FeedItem, LeftOutPrices } from './feed-item.ts'
import { genderOf, isExchange } from './sports.ts'
import { namesOf } from './team-names.ts'

/** One price as the feed writes it, but for moments being ISO 8601 in UTC. */
export type PriceReading = {
  event_id: string
  /** Empty where it is not said. */
  sport_key: string
  home: string
  away: string
  commence_time: string
  bookmaker: string
  title: string
  market: string
  outcome: string
  /** Decimal, fractional (10/11) or American (-110). */
  price: string | number
  point: number | null
  set_at: string | null
  read_at: string
  /** The game in the league's own numbers, where the feed joins them. */
  nba_game_id?: string
}

type Quoted = Pick<BundleQuote, 'market' | 'side' | 'line'>

const opposite = (point: number | null): number | null => (point === null ? null : 0 - point)

const sideOf = ({ outcome, home, away }: PriceReading): 'home' | 'away' | 'draw' | null => {
  if (outcome === home) return 'home'
  if (outcome === away) return 'away'
  return outcome.toLowerCase() === 'draw' ? 'draw' : null
}

const winner = (reading: PriceReading, threeWay: boolean): Quoted | null => {
  const side = sideOf(reading)
  if (side === null) return null
  return { market: threeWay ? 'three_way' : 'moneyline', side, line: null }
}

/** The feed signs a spread for the team it names; here it is added to the home score whichever side is meant. */
const spread = (reading: PriceReading): Quoted | null => {
  const side = sideOf(reading)
  const line = side === 'away' ? opposite(reading.point) : reading.point
  return line === null || (side !== 'home' && side !== 'away') ? null : { market: 'spread', side, line }
}

const total = ({ outcome, point }: PriceReading): Quoted | null => {
  const side = outcome.toLowerCase()
  return point === null || (side !== 'over' && side !== 'under') ? null : { market: 'total', side, line: point }
}

/** What a price is of; null for markets and outcomes that are not of the game as a whole. */
const quotedOf = (reading: PriceReading, threeWay: boolean): Quoted | null => {
  switch (reading.market) {
    case 'h2h':
    case 'h2h_3_way':
      return winner(reading, threeWay)
    case 'spreads':
    case 'alternate_spreads':
      return spread(reading)
    case 'totals':
    case 'alternate_totals':
      return total(reading)
    default:
      return null
  }
}

const bookOf = ({ bookmaker, market, read_at }: PriceReading): string => JSON.stringify([bookmaker, market, read_at])

/** American odds with a sign say that the prices beside them are American too. */
const unsignedIn = (readings: readonly PriceReading[]): UnsignedPrices =>
  readings.some(({ price }) => /^\s*[+−-]\d{3}/.test(String(price))) ? 'american' : 'decimal'

const priceOf = ({ price }: PriceReading, unsigned: UnsignedPrices): number | null => {
  try {
    return decimalPrice(price, unsigned)
  } catch (error) {
    if (error instanceof NoPrice) return null
    throw error
  }
}

const eventOf = (
  event_id: string,
  readings: readonly [PriceReading, ...PriceReading[]],
  unsigned: UnsignedPrices,
): FeedItem => {
  const newest = readings.reduce((last, reading) => (reading.read_at >= last.read_at ? reading : last))
  const threeWay = new Set(readings.filter((reading) => sideOf(reading) === 'draw').map(bookOf))
  const left_out: LeftOutPrices = { lay: 0, no_price: 0, other_market: 0 }
  const quotes: PricedEvent['quotes'] = []
  for (const reading of readings) {
    const quoted = quotedOf(reading, threeWay.has(bookOf(reading)))
    const price = priceOf(reading, unsigned)
    if (reading.market === 'h2h_lay') left_out.lay += 1
    else if (quoted === null) left_out.other_market += 1
    else if (price === null) left_out.no_price += 1
    else {
      const { bookmaker: key, title: name, set_at, read_at } = reading
      quotes.push({ bookmaker: { key, name, exchange: isExchange(key) }, ...quoted, price, set_at, read_at })
    }
  }
  const known = new Set(readings.flatMap(({ nba_game_id }) => nba_game_id ?? []))
  const event: PricedEvent = {
    source: 'the-odds-api',
    external_id: event_id,
    home: namesOf(newest.home),
    away: namesOf(newest.away),
    gender: genderOf(newest.sport_key),
    tip_off: newest.commence_time,
    announced_at: newest.read_at,
    same_as: [...known].map((external_id) => ({ source: 'nba', external_id })),
    quotes,
  }
  return { event, left_out }
}

/**
 * The events that the prices of one file are of, each with the tip-off that was read last. Lay prices are what a bettor
 * on an exchange asks of others, no offer to back a team: they are left out.
 */
export function* eventsOf(readings: readonly PriceReading[]): Generator<FeedItem> {
  const unsigned = unsignedIn(readings)
  for (const [event_id, [first, ...rest]] of Map.groupBy(readings, (reading) => reading.event_id))
    if (first !== undefined) yield eventOf(event_id, [first, ...rest], unsigned)
}
