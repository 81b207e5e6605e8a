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
