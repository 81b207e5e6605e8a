import type { Market, PriceSide } from '../contract/index.ts'

/** One price of a game as one reading found it. */
export type Quote = {
  market: Market
  /** Key of the bookmaker. */
  bookmaker: string
  side: PriceSide
  /** Points added to the home score (spread), or of both teams together (total); null in the other markets. */
  line: number | null
  /** Decimal odds. */
  price: number
  /** When the bookmaker set it, ms since 1970; null where unknown. */
  set_at: number | null
  /** When it was read, ms since 1970; null where the source says only that it is the closing price. */
  read_at: number | null
}

/**
 * Whether a quote may be the closing price: read at or before tip-off, and not set after it.
 *
 * @param tip_off ms since 1970; null where nobody knows it: then only what the source itself calls closing may be
 */
export const isInTime = ({ set_at, read_at }: Quote, tip_off: number | null): boolean => {
  if (tip_off === null) return read_at === null
  return (read_at ?? -Infinity) <= tip_off && (set_at ?? -Infinity) <= tip_off
}

/** Whether a quote was recorded before tip-off, and when is known: only such are in opening and history. */
export const isBeforeTipOff = (quote: Quote, tip_off: number | null): quote is Quote & { read_at: number } =>
  tip_off !== null && quote.read_at !== null && quote.read_at < tip_off && isInTime(quote, tip_off)

const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * In the order they were read; what the source calls closing comes last. Of one reading the one set later comes later,
 * then the higher price, so that the order depends on nothing but the quotes.
 */
export const inReadingOrder = <Kind extends Quote>(quotes: readonly Kind[]): Kind[] =>
  quotes.toSorted(
    (a, b) =>
      order(a.read_at ?? Infinity, b.read_at ?? Infinity) ||
      order(a.set_at ?? -Infinity, b.set_at ?? -Infinity) ||
      order(a.price, b.price),
  )
