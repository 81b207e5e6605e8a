import type { BundleQuote, PricedEvent } from '@basketball-data/core/contract'
import type { FeedPrices, SkippedPrices } from '../feed.ts'
import { getGender, isExchange, listNames, teamKey } from './fields.ts'
import { inferFormat, InvalidPrice, readPrice } from './odds-format.ts'

/** One price in one snapshot of an event. */
export type SnapshotPrice = {
  /** Where it is in the file, for errors. */
  location: string
  eventId: string
  /** Empty if the file has no sport keys. */
  sportKey: string
  home: string
  away: string
  commenceTime: string
  bookmaker: string
  bookmakerTitle: string
  market: string
  outcome: string
  /** As written, in any odds format; empty if there is no price. */
  price: string
  point: number | null
  /** When the bookmaker set the price, if known. */
  setAt: string | null
  /** When the snapshot was taken. */
  readAt: string
  /** The id of the game in the NBA, if the file has it. */
  nbaGameId?: string
}

/** A snapshot price as decimal odds; null if there is no price. */
type DecimalPrice = Omit<SnapshotPrice, 'price'> & { price: number | null }
type EventPrices = readonly [DecimalPrice, ...DecimalPrice[]]

type Bet = Pick<BundleQuote, 'market' | 'side' | 'line'>
type Teams = { home: string; away: string }

const isDraw = ({ outcome }: DecimalPrice): boolean => /^(draw|tie)$/i.test(outcome)

/** Compares team names, because home and away may be swapped in another snapshot of the event. */
const getSide = (price: DecimalPrice, { home, away }: Teams): 'home' | 'away' | 'draw' | null => {
  if (isDraw(price)) return 'draw'
  const team = teamKey(price.outcome)
  if (team === teamKey(home)) return 'home'
  return team === teamKey(away) ? 'away' : null
}

const winnerBet = (price: DecimalPrice, teams: Teams, market: 'moneyline' | 'three_way'): Bet | null => {
  const side = getSide(price, teams)
  return side === null ? null : { market, side, line: null }
}

/** The feed's point is the handicap of the named team; a quote's line is always the handicap of the home team. */
const spreadBet = (price: DecimalPrice, teams: Teams): Bet | null => {
  const side = getSide(price, teams)
  if (price.point === null || (side !== 'home' && side !== 'away')) return null
  return { market: 'spread', side, line: side === 'away' ? 0 - price.point : price.point }
}

const totalBet = ({ outcome, point }: DecimalPrice): Bet | null => {
  const side = outcome.toLowerCase()
  return point === null || (side !== 'over' && side !== 'under') ? null : { market: 'total', side, line: point }
}

/** The market, side and line of a price; null for a market or an outcome that is not of the whole game. */
const toBet = (price: DecimalPrice, teams: Teams, hasDraw: boolean): Bet | null => {
  switch (price.market) {
    case 'h2h':
      return winnerBet(price, teams, hasDraw ? 'three_way' : 'moneyline')
    case 'h2h_3_way':
      return winnerBet(price, teams, 'three_way')
    case 'spreads':
    case 'alternate_spreads':
      return spreadBet(price, teams)
    case 'totals':
    case 'alternate_totals':
      return totalBet(price)
    default:
      return null
  }
}

const marketKey = ({ bookmaker, market, readAt }: DecimalPrice): string => JSON.stringify([bookmaker, market, readAt])

const toQuotes = (prices: EventPrices, teams: Teams): { quotes: PricedEvent['quotes']; left_out: SkippedPrices } => {
  const marketsWithDraw = new Set(prices.filter(isDraw).map(marketKey))
  const left_out: SkippedPrices = { lay: 0, no_price: 0, other_market: 0 }
  const quotes: PricedEvent['quotes'] = []
  for (const item of prices) {
    const { bookmaker: key, bookmakerTitle: name, price, setAt: set_at, readAt: read_at } = item
    const bet = toBet(item, teams, marketsWithDraw.has(marketKey(item)))
    // A lay price is offered against a team; it cannot be compared with the prices for a team.
    if (item.market === 'h2h_lay') left_out.lay += 1
    else if (bet === null) left_out.other_market += 1
    else if (price === null) left_out.no_price += 1
    else quotes.push({ bookmaker: { key, name, exchange: isExchange(key) }, ...bet, price, set_at, read_at })
  }
  return { quotes, left_out }
}

/** Newest snapshot first. Ties are broken by the values, so that the order of the prices in the file does not matter. */
const byNewest = (a: DecimalPrice, b: DecimalPrice): number =>
  Date.parse(b.readAt) - Date.parse(a.readAt) ||
  Date.parse(b.commenceTime) - Date.parse(a.commenceTime) ||
  (a.home < b.home ? -1 : 1)

/** One price for each different combination of home team, away team and tip-off: its newest one, newest first. */
const listVersions = (prices: EventPrices): DecimalPrice[] =>
  [...Map.groupBy(prices, ({ home, away, commenceTime }) => JSON.stringify([home, away, commenceTime])).values()]
    .flatMap((group) => group.toSorted(byNewest)[0] ?? [])
    .toSorted(byNewest)

const toFeedPrices = (prices: EventPrices): FeedPrices => {
  const [newest = prices[0], ...earlier] = listVersions(prices)
  const { quotes, left_out } = toQuotes(prices, newest)
  const nbaGameIds = new Set(prices.flatMap(({ nbaGameId }) => nbaGameId ?? []))
  const event: PricedEvent = {
    source: 'the-odds-api',
    external_id: newest.eventId,
    home: listNames(newest.home),
    away: listNames(newest.away),
    gender: getGender(newest.sportKey),
    tip_off: newest.commenceTime,
    announced_at: newest.readAt,
    earlier: earlier.map(({ home, away, commenceTime }) => ({
      home: listNames(home),
      away: listNames(away),
      tip_off: commenceTime,
    })),
    same_as: [...nbaGameIds].map((external_id) => ({ source: 'nba', external_id })),
    quotes,
  }
  return { event, left_out }
}

/** The event id and both teams in alphabetical order, because home and away may be swapped between snapshots. */
const eventKey = ({ eventId, home, away }: DecimalPrice): string =>
  JSON.stringify([eventId, ...[teamKey(home), teamKey(away)].toSorted()])

/** Groups the prices of one file by event, each with the teams and the tip-off of its newest snapshot. */
export function* toFeedPricesList(prices: readonly SnapshotPrice[]): Generator<FeedPrices> {
  const format = inferFormat(prices.map(({ price }) => price))
  const decimal: DecimalPrice[] = []
  for (const item of prices)
    try {
      decimal.push({ ...item, price: readPrice(item.price, format) })
    } catch (error) {
      if (!(error instanceof InvalidPrice)) throw error
      yield { error: { location: item.location, reason: error.message } }
    }
  for (const [first, ...rest] of Map.groupBy(decimal, eventKey).values())
    if (first !== undefined) yield toFeedPrices([first, ...rest])
}
