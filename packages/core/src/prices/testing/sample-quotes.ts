import type { Quote } from '../books.ts'

/** A moment of 2026-11-19, UTC, in ms since 1970. */
export const moment = (clock: string): number => Date.parse(`2026-11-19T${clock}:00Z`)

/** The input of `quote`. `at` is the time of the reading on 2026-11-19, UTC; null for a price that its source calls closing. */
export type QuoteInput = Partial<Omit<Quote, 'set_at' | 'read_at'>> & {
  price: number
  at: string | null
  set?: string | null
}

/** A quote; by default a moneyline price of the home team by bookmaker a. */
export const quote = ({ at, set = null, ...fields }: QuoteInput): Quote => ({
  market: 'moneyline',
  bookmaker: 'a',
  side: 'home',
  line: null,
  ...fields,
  set_at: set === null ? null : moment(set),
  read_at: at === null ? null : moment(at),
})

/** Quotes of both sides of a market, read at the same time. */
export const both = (
  market: 'moneyline' | 'spread' | 'total',
  bookmaker: string,
  at: string | null,
  prices: [number, number],
  line: number | null = null,
): Quote[] => {
  const [first, second] = market === 'total' ? (['over', 'under'] as const) : (['home', 'away'] as const)
  return [
    quote({ market, bookmaker, at, line, side: first, price: prices[0] }),
    quote({ market, bookmaker, at, line, side: second, price: prices[1] }),
  ]
}
