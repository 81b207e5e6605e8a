import { PRICE_SIDES, type Market, type PriceSide } from '../contract/index.ts'
import { mean } from '../statistics/index.ts'
import {
  addQuote,
  compareRanks,
  getImbalance,
  lineRank,
  mainOffer,
  type Books,
  type Offer,
  inReadingOrder,
  isBeforeTipOff,
  isInTime,
  type Quote,
} from './books.ts'

/** The consensus of the bookmakers of a market. */
export type Consensus = {
  /** The main line; null in a market without lines. */
  line: number | null
  /** Mean price by side, over the bookmakers on the main line that offer it. */
  prices: Partial<Record<PriceSide, number>>
  /** The number of bookmakers on the main line with a price on at least one side. */
  bookmakers: number
}

/** Sorts before it adds, so that the sum does not depend on the order of the bookmakers. */
const meanPrice = (offers: readonly Offer[], side: PriceSide): number | null =>
  mean(offers.flatMap(({ prices }) => prices[side] ?? []).toSorted((a, b) => a - b))

const meanPrices = (offers: readonly Offer[]): Consensus['prices'] =>
  Object.fromEntries(
    PRICE_SIDES.flatMap((side) => {
      const price = meanPrice(offers, side)
      return price === null ? [] : [[side, price]]
    }),
  )

/**
 * The consensus of bookmakers: the arithmetic mean of the latest decimal prices of the bookmakers on the main line, with
 * equal weights. The main line is the main offer of most bookmakers; ties go to the line with the most balanced mean
 * prices, then to the one nearer to zero, then to the lower one.
 *
 * Worked example: home at 1.91, 1.95 and 1.87 → (1.91 + 1.95 + 1.87) / 3 = 1.91. With spreads of −5.5, −5.5 and −6 the
 * main line is −5.5, and the third bookmaker does not count in the mean.
 * Source: L. Kaunitz, S. Zhong, J. Kreiner, "Beating the bookies with their own numbers", arXiv:1710.02824 (2017), whose
 * consensus is the mean of the bookmakers' odds; the main line is this service's own rule.
 *
 * @returns null if no bookmaker has a price
 */
export const consensus = (books: Books): Consensus | null => {
  const offers = [...books.values()].flatMap((book) => mainOffer(book) ?? [])
  const [main] = [...Map.groupBy(offers, ({ line }) => line)]
    .map(([line, onLine]) => ({ line, prices: meanPrices(onLine), bookmakers: onLine.length }))
    .map((each) => ({ each, rank: [-each.bookmakers, getImbalance(each.prices), ...lineRank(each.line)] }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))
  return main?.each ?? null
}

const getBooks = (quotes: readonly Quote[]): Books => {
  const books: Books = new Map()
  for (const quote of inReadingOrder(quotes)) addQuote(books, quote)
  return books
}

/** The bookmakers with a price in the last reading of these quotes, or with one that its source calls closing. */
const standingBooks = (quotes: readonly Quote[]): Set<string> => {
  const last = quotes.reduce((newest, { read_at }) => Math.max(newest, read_at ?? -Infinity), -Infinity)
  return new Set(quotes.flatMap(({ bookmaker, read_at }) => ((read_at ?? last) === last ? bookmaker : [])))
}

/**
 * The bookmakers of a market at tip-off. The closing price of each is the last one read at or before tip-off. Quotes
 * read or set after tip-off never count. A bookmaker that is not in the last reading of the event, or of the market, has
 * withdrawn its price and is excluded. The order in which quotes were stored makes no difference.
 *
 * Worked example: tip-off 19:30; read 19:00 at 1.90, 19:30 at 1.95, 19:31 at 1.40 → 1.95. If tip-off moves to 19:15 the
 * closing price is 1.90. A bookmaker that was read at 19:00 and not at 19:30 has none.
 * Source: closing odds as in J. Buchdahl, "Squares & Sharps, Suckers & Sharks", 2016: the last before the start.
 *
 * @param quotes of all markets, because the last reading of the event may be one of another market
 * @param tip_off ms since 1970; null if unknown, see isInTime
 */
export const closing = (market: Market, quotes: readonly Quote[], tip_off: number | null): Books => {
  const inTime = quotes.filter((quote) => isInTime(quote, tip_off))
  const ofMarket = inTime.filter((quote) => quote.market === market)
  const [inEvent, inMarket] = [standingBooks(inTime), standingBooks(ofMarket)]
  return getBooks(ofMarket.filter(({ bookmaker }) => inEvent.has(bookmaker) && inMarket.has(bookmaker)))
}

/** The consensus of a market at one reading, ms since 1970. */
export type Reading = Consensus & { at: number }

/** The consensus of a market at every reading before tip-off, oldest first. The first one is the opening. */
export const history = (market: Market, quotes: readonly Quote[], tip_off: number | null): Reading[] => {
  const early = quotes.filter((quote) => isBeforeTipOff(quote, tip_off)).filter((quote) => quote.market === market)
  return [...Map.groupBy(inReadingOrder(early), ({ read_at }) => read_at)].flatMap(([at, reading]) => {
    const atReading = consensus(getBooks(reading))
    return atReading === null ? [] : [{ at, ...atReading }]
  })
}

/** The average closing prices of a game by market; null for a market without closing prices. */
export const closingAverages = (
  quotes: readonly Quote[],
  tip_off: number | null,
): Record<'moneyline' | 'spread' | 'total', Consensus | null> => {
  const average = (market: Market) => consensus(closing(market, quotes, tip_off))
  return { moneyline: average('moneyline'), spread: average('spread'), total: average('total') }
}
