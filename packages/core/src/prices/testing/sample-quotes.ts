import type { Quote } from '../quote.ts'

const minuteOf = (clock: string): number => Date.parse(`2026-11-19T${clock}:00Z`)

/** A quote of a test. `at` is when it was read, a UTC time of 2026-11-19; null: the source states only that it is the closing price. */
export type SampleQuote = Partial<Omit<Quote, 'set_at' | 'read_at'>> & {
  price: number
  at: string | null
  set?: string | null
}

/** A quote. Defaults: a moneyline price of the home team, by bookmaker a. */
export const quote = ({ at, set = null, ...rest }: SampleQuote): Quote => ({
  market: 'moneyline',
  bookmaker: 'a',
  side: 'home',
  line: null,
  ...rest,
  set_at: set === null ? null : minuteOf(set),
  read_at: at === null ? null : minuteOf(at),
})

/** Both sides of a market read at one time. */
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

/** A moment of 2026-11-19. */
export const moment = minuteOf
