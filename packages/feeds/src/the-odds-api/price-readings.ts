import type { BundleQuote, PricedEvent } from '@basketball-data/core/contract'
import { decimalPrice, formOf, NoPrice } from '../decimal-price.ts'
import type { FeedPrices, LeftOutPrices } from '../feed.ts'
import { genderOf, isExchange } from './sports.ts'
import { namesOf, teamOf } from './team-names.ts'

/** One price as the feed writes it, but for moments being ISO 8601 in UTC. */
export type PriceReading = {
  /** Where it stands, for what cannot be read. */
  location: string
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
  /** In any form; empty where there is none. */
  price: string
  point: number | null
  set_at: string | null
  read_at: string
  /** The game in the league's own numbers, where the feed joins them. */
  nba_game_id?: string
}

/** A reading whose price is decimal, null where none is offered. */
type Reading = Omit<PriceReading, 'price'> & { price: number | null }
type Readings = readonly [Reading, ...Reading[]]

type Quoted = Pick<BundleQuote, 'market' | 'side' | 'line'>
type Teams = { home: string; away: string }

const opposite = (point: number | null): number | null => (point === null ? null : 0 - point)

const isDraw = ({ outcome }: Reading): boolean => /^(draw|tie)$/i.test(outcome)

/** By the name of the team: which one is at home differs between readings of one event. */
const sideOf = (reading: Reading, { home, away }: Teams): 'home' | 'away' | 'draw' | null => {
  if (isDraw(reading)) return 'draw'
  const team = teamOf(reading.outcome)
  if (team === teamOf(home)) return 'home'
  return team === teamOf(away) ? 'away' : null
}

const winner = (reading: Reading, teams: Teams, market: 'moneyline' | 'three_way'): Quoted | null => {
  const side = sideOf(reading, teams)
  return side === null ? null : { market, side, line: null }
}

/** The feed signs a spread for the team it names; here it is added to the home score whichever side is meant. */
const spread = (reading: Reading, teams: Teams): Quoted | null => {
  const side = sideOf(reading, teams)
  const line = side === 'away' ? opposite(reading.point) : reading.point
  return line === null || (side !== 'home' && side !== 'away') ? null : { market: 'spread', side, line }
}

const total = ({ outcome, point }: Reading): Quoted | null => {
  const side = outcome.toLowerCase()
  return point === null || (side !== 'over' && side !== 'under') ? null : { market: 'total', side, line: point }
}

/** What a price is of; null for markets and outcomes that are not of the game as a whole. */
const quotedOf = (reading: Reading, teams: Teams, withDraw: boolean): Quoted | null => {
  switch (reading.market) {
    case 'h2h':
      return winner(reading, teams, withDraw ? 'three_way' : 'moneyline')
    case 'h2h_3_way':
      return winner(reading, teams, 'three_way')
    case 'spreads':
    case 'alternate_spreads':
      return spread(reading, teams)
    case 'totals':
    case 'alternate_totals':
      return total(reading)
    default:
      return null
  }
}

const offerOf = ({ bookmaker, market, read_at }: Reading): string => JSON.stringify([bookmaker, market, read_at])

const quotesOf = (readings: Readings, teams: Teams): { quotes: PricedEvent['quotes']; left_out: LeftOutPrices } => {
  const withDraw = new Set(readings.filter(isDraw).map(offerOf))
  const left_out: LeftOutPrices = { lay: 0, no_price: 0, other_market: 0 }
  const quotes: PricedEvent['quotes'] = []
  for (const reading of readings) {
    const { bookmaker: key, title: name, price, set_at, read_at } = reading
    const quoted = quotedOf(reading, teams, withDraw.has(offerOf(reading)))
    if (reading.market === 'h2h_lay') left_out.lay += 1
    else if (quoted === null) left_out.other_market += 1
    else if (price === null) left_out.no_price += 1
    else quotes.push({ bookmaker: { key, name, exchange: isExchange(key) }, ...quoted, price, set_at, read_at })
  }
  return { quotes, left_out }
}

/** Of one moment the later tip-off comes first, so that the order depends on nothing but the readings. */
const byNewest = (a: Reading, b: Reading): number =>
  Date.parse(b.read_at) - Date.parse(a.read_at) ||
  Date.parse(b.commence_time) - Date.parse(a.commence_time) ||
  (a.home < b.home ? -1 : 1)

/** What readings say of the event itself: each thing that was ever said as it was read last, newest first. */
const saidOf = (readings: Readings): Reading[] =>
  [...Map.groupBy(readings, ({ home, away, commence_time }) => JSON.stringify([home, away, commence_time])).values()]
    .flatMap((alike) => alike.toSorted(byNewest)[0] ?? [])
    .toSorted(byNewest)

const eventOf = (readings: Readings): FeedPrices => {
  const [newest = readings[0], ...earlier] = saidOf(readings)
  const { quotes, left_out } = quotesOf(readings, newest)
  const known = new Set(readings.flatMap(({ nba_game_id }) => nba_game_id ?? []))
  const event: PricedEvent = {
    source: 'the-odds-api',
    external_id: newest.event_id,
    home: namesOf(newest.home),
    away: namesOf(newest.away),
    gender: genderOf(newest.sport_key),
    tip_off: newest.commence_time,
    announced_at: newest.read_at,
    earlier: earlier.map(({ home, away, commence_time }) => ({
      home: namesOf(home),
      away: namesOf(away),
      tip_off: commence_time,
    })),
    same_as: [...known].map((external_id) => ({ source: 'nba', external_id })),
    quotes,
  }
  return { event, left_out }
}

/** Readings of one event between the same teams, whichever is at home. */
const eventIn = ({ event_id, home, away }: Reading): string =>
  JSON.stringify([event_id, ...[teamOf(home), teamOf(away)].toSorted()])

/**
 * The events that the prices of one file are of, each with the tip-off that was read last, and the prices that cannot be
 * read. Lay prices are what a bettor on an exchange asks of others, no offer to back a team: they are left out.
 */
export function* eventsOf(readings: readonly PriceReading[]): Generator<FeedPrices> {
  const form = formOf(readings.map(({ price }) => price))
  const priced: Reading[] = []
  for (const reading of readings)
    try {
      priced.push({ ...reading, price: decimalPrice(reading.price, form) })
    } catch (error) {
      if (!(error instanceof NoPrice)) throw error
      yield { error: { location: reading.location, reason: error.message } }
    }
  for (const [first, ...rest] of Map.groupBy(priced, eventIn).values())
    if (first !== undefined) yield eventOf([first, ...rest])
}
