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

/** What a bookmaker closed at, of who wins; decimal prices, null where none was offered. */
export interface MoneylineBook {
  bookmaker: Bookmaker
  home: number | null
  away: number | null
  /** When the bookmaker last set the price, UTC; null where unknown. */
  set_at: string | null
}

/** A line of a bookmaker that was ever offered. */
export interface SpreadLine {
  /** Points added to the home score. */
  line: number
  home: number | null
  away: number | null
  set_at: string | null
  /** Whether it was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of who wins with a line. */
export interface SpreadBook {
  bookmaker: Bookmaker
  line: number | null
  home: number | null
  away: number | null
  set_at: string | null
  /** Every line of the bookmaker, by line; with `lines: 'all'` only. */
  lines?: SpreadLine[] | undefined
}

/** A line of a bookmaker that was ever offered. */
export interface TotalLine {
  /** Points of both teams together. */
  line: number
  over: number | null
  under: number | null
  set_at: string | null
  /** Whether it was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of the points of both teams together. */
export interface TotalBook {
  bookmaker: Bookmaker
  line: number | null
  over: number | null
  under: number | null
  set_at: string | null
  /** Every line of the bookmaker, by line; with `lines: 'all'` only. */
  lines?: TotalLine[] | undefined
}

/** The consensus of the bookmakers at one reading: the mean of their latest prices. */
export interface MoneylineReading {
  /** When the prices were read, UTC. */
  at: string
  home: number | null
  away: number | null
  /** How many bookmakers the mean is of. */
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface SpreadReading {
  at: string
  line: number | null
  home: number | null
  away: number | null
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface TotalReading {
  at: string
  line: number | null
  over: number | null
  under: number | null
  bookmakers: number
}

/** Who wins. */
export interface MoneylineMarket {
  /** The highest closing prices; null where none was offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** What each bookmaker closed at, by name. */
  books: MoneylineBook[]
  /** The first price before tip-off; null where none was, and before season 2026-27. */
  opening: MoneylineReading | null
  /** Every reading before tip-off, oldest first; empty before season 2026-27. */
  history: MoneylineReading[]
}

/** Who wins with the line added to the home score. */
export interface SpreadMarket {
  /** The line that most bookmakers closed on; null where none was. */
  line: number | null
  best: { home: BestPrice; away: BestPrice } | null
  books: SpreadBook[]
  opening: SpreadReading | null
  history: SpreadReading[]
}

/** Whether both teams together score more than the line. */
export interface TotalMarket {
  /** The line that most bookmakers closed on; null where none was. */
  line: number | null
  best: { over: BestPrice; under: BestPrice } | null
  books: TotalBook[]
  opening: TotalReading | null
  history: TotalReading[]
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
