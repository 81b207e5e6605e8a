import type { Game } from './game-records.ts'

/** A bookmaker. */
export interface Bookmaker {
  name: string
  /** Whether it is a betting exchange. */
  exchange: boolean
}

/** The highest closing price and who offered it. */
export interface BestPrice {
  /** Decimal price: what comes back on a stake of 1. */
  price: number
  bookmaker: string
}

/** Decimal prices of the two teams; null where none was offered. */
export interface SidePrices {
  home: number | null
  away: number | null
}

/** Decimal prices of more and of fewer points than the line; null where none was offered. */
export interface TotalPrices {
  over: number | null
  under: number | null
}

interface Line {
  /** Points; of a market the line that most bookmakers closed on, null where none was. */
  line: number | null
}

interface SetAt {
  /** When the bookmaker last set the price, UTC; null where unknown. */
  set_at: string | null
}

interface Consensus {
  /** When the prices were read, UTC. */
  at: string
  /** How many bookmakers the mean is of. */
  bookmakers: number
}

/** Every line of a bookmaker, with `lines: 'all'` only. */
interface Lines<Prices> {
  lines?: (Prices & SetAt & { line: number; open: boolean })[] | undefined
}

/** Who wins. */
export interface MoneylineMarket {
  /** The highest closing prices; null where none was offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** What each bookmaker closed at, by name. */
  books: ({ bookmaker: Bookmaker } & SidePrices & SetAt)[]
  /** The first price before tip-off; null where none was, and before season 2026-27. */
  opening: (Consensus & SidePrices) | null
  /** Every reading before tip-off, oldest first; empty before season 2026-27. */
  history: (Consensus & SidePrices)[]
}

/** Who wins with the line added to the home score. */
export interface SpreadMarket extends Line {
  best: { home: BestPrice; away: BestPrice } | null
  books: ({ bookmaker: Bookmaker } & Line & SidePrices & SetAt & Lines<SidePrices>)[]
  opening: (Consensus & Line & SidePrices) | null
  history: (Consensus & Line & SidePrices)[]
}

/** Whether both teams together score more than the line. */
export interface TotalMarket extends Line {
  best: { over: BestPrice; under: BestPrice } | null
  books: ({ bookmaker: Bookmaker } & Line & TotalPrices & SetAt & Lines<TotalPrices>)[]
  opening: (Consensus & Line & TotalPrices) | null
  history: (Consensus & Line & TotalPrices)[]
}

/** The closing prices of a game. Closing = the last price at or before tip-off. */
export interface Prices {
  game: Game
  /** The average closing price across bookmakers; null where none was offered. */
  average: {
    market: 'moneyline' | 'three_way'
    home: number | null
    draw: number | null
    away: number | null
  } | null
  markets: { moneyline: MoneylineMarket; spread: SpreadMarket; total: TotalMarket }
}

/** How one betting angle on a team would have done. */
export interface Trend {
  /** Short name of the angle, like moneyline_home. */
  angle: string
  description: string
  /** Games with a price. */
  games: number
  won: number
  /** Games that returned the stake. */
  pushed: number
  /** won / (games − pushed), a fraction; null without such a game. */
  hit_rate: number | null
  /** Profit per unit staked over games not pushed, a fraction; null without such a game. */
  roi: number | null
  /** Day of the first of these games, YYYY-MM-DD; null without one. */
  since: string | null
}
