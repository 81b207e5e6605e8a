import type { Market } from '../contract/index.ts'
import { take, type Books } from './books.ts'
import { consensus, type Consensus } from './consensus.ts'
import { inReadingOrder, isBeforeTipOff, isInTime, type Quote } from './quote.ts'

/** The consensus of a market at one reading, in which some bookmaker was read. */
export type Reading = Consensus & { at: number }

const ofMarket = (market: Market, quotes: readonly Quote[]): Quote[] =>
  quotes.filter((quote) => quote.market === market)

/**
 * The bookmakers of a market at tip-off: the closing price of each is the last one read at or before it. Quotes read or
 * set after tip-off never count, and the order in which they were stored makes no difference.
 *
 * Worked example: tip-off 19:30; read 19:00 at 1.90, 19:30 at 1.95, 19:31 at 1.40 → 1.95. If tip-off moves to 19:15 the
 * closing price is 1.90.
 * Source: closing odds as in J. Buchdahl, "Squares & Sharps, Suckers & Sharks", 2016: the last before the start.
 *
 * @param tip_off ms since 1970; null where unknown, see isInTime
 */
export const closing = (market: Market, quotes: readonly Quote[], tip_off: number | null): Books => {
  const books: Books = new Map()
  for (const quote of inReadingOrder(ofMarket(market, quotes).filter((quote) => isInTime(quote, tip_off))))
    take(books, quote)
  return books
}

/**
 * The consensus of a market at every reading before tip-off, oldest first: at each moment at which some bookmaker was
 * read, over the prices that each bookmaker had last. The first is the opening.
 */
export const history = (market: Market, quotes: readonly Quote[], tip_off: number | null): Reading[] => {
  const early = ofMarket(market, quotes).filter((quote) => isBeforeTipOff(quote, tip_off))
  const books: Books = new Map()
  return [...Map.groupBy(inReadingOrder(early), ({ read_at }) => read_at)].flatMap(([at, read]) => {
    for (const quote of read) take(books, quote)
    const said = consensus(books)
    return said === null ? [] : [{ at, ...said }]
  })
}

/** The average closing prices of a game: null where nobody closed on a market. */
export const closingAverages = (
  quotes: readonly Quote[],
  tip_off: number | null,
): Record<'moneyline' | 'spread' | 'total', Consensus | null> => {
  const of = (market: Market) => consensus(closing(market, quotes, tip_off))
  return { moneyline: of('moneyline'), spread: of('spread'), total: of('total') }
}
