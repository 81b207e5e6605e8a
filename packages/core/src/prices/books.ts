import type { Market, PriceSide } from '../contract/index.ts'

/** One price of a bookmaker for a game at one reading. */
export type Quote = {
  market: Market
  /** Key of the bookmaker. */
  bookmaker: string
  side: PriceSide
  /** Points added to the home score (spread) or points of both teams together (total); null in the other markets. */
  line: number | null
  /** Decimal odds. */
  price: number
  /** When the bookmaker set the price, ms since 1970; null if unknown. */
  set_at: number | null
  /** When the price was read, ms since 1970; null if the source only says that it is the closing price. */
  read_at: number | null
}

/**
 * Whether a quote can be the closing price: it was read at or before tip-off, and not set after it.
 *
 * @param tip_off ms since 1970; null if unknown: then only a price that its source calls closing can be
 */
export const isInTime = ({ set_at, read_at }: Quote, tip_off: number | null): boolean => {
  if (tip_off === null) return read_at === null
  return (read_at ?? -Infinity) <= tip_off && (set_at ?? -Infinity) <= tip_off
}

/** Whether a quote was read at a known moment before tip-off. Opening and history consist of these quotes. */
export const isBeforeTipOff = (quote: Quote, tip_off: number | null): quote is Quote & { read_at: number } =>
  tip_off !== null && quote.read_at !== null && quote.read_at < tip_off && isInTime(quote, tip_off)

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Sorts quotes by the moment they were read; prices that their source calls closing come last. Quotes of one reading
 * are sorted by the moment they were set, then by price, so that the order depends on the quotes alone.
 */
export const inReadingOrder = <Kind extends Quote>(quotes: readonly Kind[]): Kind[] =>
  quotes.toSorted(
    (a, b) =>
      compare(a.read_at ?? Infinity, b.read_at ?? Infinity) ||
      compare(a.set_at ?? -Infinity, b.set_at ?? -Infinity) ||
      compare(a.price, b.price),
  )

/** The prices of a bookmaker on one line, all of the last reading that has the line, by side. */
export type Offer = {
  line: number | null
  prices: Partial<Record<PriceSide, number>>
  /** When the bookmaker set each price, ms since 1970; null if unknown. */
  set_at: Partial<Record<PriceSide, number | null>>
  /** When the offer was last read, ms since 1970; Infinity for a price that its source calls closing. */
  read_at: number
}

/** The offers of a bookmaker in one market up to some moment. */
export type Book = {
  bookmaker: string
  /** Every line that the bookmaker has offered. */
  offers: Map<number | null, Offer>
  /** When the bookmaker was last read. */
  read_at: number
}

/** The bookmakers of one market at some moment, by key. */
export type Books = Map<string, Book>

/** Adds a quote to the books. Quotes must be added in reading order. */
export const addQuote = (books: Books, { bookmaker, line, side, price, set_at, ...quote }: Quote): void => {
  const read_at = quote.read_at ?? Infinity
  const book: Book = books.get(bookmaker) ?? { bookmaker, offers: new Map(), read_at }
  const known = book.offers.get(line)
  // Sides of two readings are not one offer: together they could promise a sure profit that was never offered.
  const offer: Offer = known?.read_at === read_at ? known : { line, prices: {}, set_at: {}, read_at }
  offer.prices[side] = price
  offer.set_at[side] = set_at
  book.read_at = read_at
  book.offers.set(line, offer)
  books.set(bookmaker, book)
}

/** When the bookmaker last set one of the prices; null if unknown. */
export const lastSetAt = ({ set_at }: Offer): number | null => {
  const moments = Object.values(set_at).filter((moment) => moment !== null)
  return moments.length === 0 ? null : Math.max(...moments)
}

/** Whether the offer was still open when its bookmaker was last read. */
export const isOpen = (book: Book, offer: Offer): boolean => offer.read_at === book.read_at

/**
 * The overround of a market: the sum of 1/price over all its sides, minus 1. It is the bookmaker's margin: 0 is a fair
 * market, and below 0 a bet on every side is a sure profit.
 *
 * Worked example: 1.91 and 1.91 → 2/1.91 − 1 = 0.047120.
 * Source: the booksum of E. Štrumbelj, "On determining probability forecasts from betting odds", International Journal
 * of Forecasting 30 (2014), minus 1. The vigorish of North American bookmakers is overround / (1 + overround).
 *
 * @returns null without a price
 */
export const overround = (prices: readonly number[]): number | null =>
  prices.length === 0 ? null : prices.reduce((sum, price) => sum + 1 / price, -1)

/**
 * The difference of the implied probabilities of two sides, 1/price normalized by the overround. 0 is perfectly
 * balanced; Infinity if a side has no price.
 *
 * Worked example: 1.80 and 2.00 → |0.555556 − 0.5| / 1.055556 = 0.052632.
 * Source: basic normalization, ibid.
 */
export const imbalance = (price: number | undefined, other: number | undefined): number =>
  price === undefined || other === undefined
    ? Infinity
    : Math.abs(1 / price - 1 / other) / (1 + (overround([price, other]) ?? 0))

/** The imbalance of a spread or a total. */
export const getImbalance = ({ home, away, over, under }: Offer['prices']): number =>
  imbalance(home ?? over, away ?? under)

/** Compares two lists of numbers by the first pair that differs; the lower number comes first. */
export const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  const index = a.findIndex((value, i) => value !== b[i])
  return index === -1 ? 0 : (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1
}

/** The tie-break between lines: the line nearer to zero, then the lower one. */
export const lineRank = (line: number | null): number[] => [Math.abs(line ?? 0), line ?? 0]

/** The main offer of a bookmaker: the most balanced of the open ones. */
export const mainOffer = (book: Book): Offer | undefined =>
  [...book.offers.values()]
    .filter((offer) => isOpen(book, offer))
    .map((offer) => ({ offer, rank: [getImbalance(offer.prices), ...lineRank(offer.line)] }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))[0]?.offer
