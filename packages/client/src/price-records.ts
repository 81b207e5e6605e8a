import type { Game } from './game-records.ts'

/** A bookmaker. */
export interface Bookmaker {
  /** Name of the bookmaker. */
  name: string
  /** Whether it is a betting exchange. */
  exchange: boolean
}

/** The highest closing price and who offered it. */
export interface BestPrice {
  /** Decimal price. */
  price: number
  /** Who offers it. */
  bookmaker: string
}

/** What a bookmaker closed at, of who wins; decimal prices, null where none was offered. */
export interface MoneylineBook {
  bookmaker: Bookmaker
  /** Decimal price of the home team; null where none was offered. */
  home: number | null
  /** Decimal price of the away team; null where none was offered. */
  away: number | null
  /** When the bookmaker last set the price; null where unknown. ISO 8601. */
  set_at: string | null
}

/** A line of a bookmaker that was ever offered. */
export interface SpreadLine {
  /** The line, in points. */
  line: number
  /** Decimal price of the home team; null where none was offered. */
  home: number | null
  /** Decimal price of the away team; null where none was offered. */
  away: number | null
  /** When the bookmaker last set the price; null where unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of who wins with a line. */
export interface SpreadBook {
  bookmaker: Bookmaker
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** Decimal price of the home team; null where none was offered. */
  home: number | null
  /** Decimal price of the away team; null where none was offered. */
  away: number | null
  /** When the bookmaker last set the price; null where unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, by line; present only with lines=all. */
  lines?: SpreadLine[] | undefined
}

/** A line of a bookmaker that was ever offered. */
export interface TotalLine {
  /** The line, in points. */
  line: number
  /** Decimal price of over; null where none was offered. */
  over: number | null
  /** Decimal price of under; null where none was offered. */
  under: number | null
  /** When the bookmaker last set the price; null where unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of the points of both teams together. */
export interface TotalBook {
  bookmaker: Bookmaker
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** Decimal price of over; null where none was offered. */
  over: number | null
  /** Decimal price of under; null where none was offered. */
  under: number | null
  /** When the bookmaker last set the price; null where unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, by line; present only with lines=all. */
  lines?: TotalLine[] | undefined
}

/** The consensus of the bookmakers at one reading: the mean of their latest prices. */
export interface MoneylineReading {
  /** A moment in UTC, ISO 8601; milliseconds only where they are not zero. */
  at: string
  /** Decimal price of the home team; null where none was offered. */
  home: number | null
  /** Decimal price of the away team; null where none was offered. */
  away: number | null
  /** Bookmakers with a price, in spread and total on that line; a side is the mean of those of them that quote it. */
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface SpreadReading {
  /** A moment in UTC, ISO 8601; milliseconds only where they are not zero. */
  at: string
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** Decimal price of the home team; null where none was offered. */
  home: number | null
  /** Decimal price of the away team; null where none was offered. */
  away: number | null
  /** Bookmakers with a price, in spread and total on that line; a side is the mean of those of them that quote it. */
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface TotalReading {
  /** A moment in UTC, ISO 8601; milliseconds only where they are not zero. */
  at: string
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** Decimal price of over; null where none was offered. */
  over: number | null
  /** Decimal price of under; null where none was offered. */
  under: number | null
  /** Bookmakers with a price, in spread and total on that line; a side is the mean of those of them that quote it. */
  bookmakers: number
}

/** Who wins. */
export interface MoneylineMarket {
  /** The highest closing prices; null where none was offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** What each bookmaker closed at, by name. */
  books: MoneylineBook[]
  /** The first price recorded before tip-off; null where none was, and before season 2026-27. */
  opening: MoneylineReading | null
  /** Every reading before tip-off, oldest first, the consensus at that reading; empty before season 2026-27. */
  history: MoneylineReading[]
}

/** Who wins with the line added to the home score. */
export interface SpreadMarket {
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** The highest closing prices; null where none was offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** What each bookmaker closed at, by name. */
  books: SpreadBook[]
  /** The first price recorded before tip-off; null where none was, and before season 2026-27. */
  opening: SpreadReading | null
  /** Every reading before tip-off, oldest first, the consensus at that reading; empty before season 2026-27. */
  history: SpreadReading[]
}

/** Whether both teams together score more than the line. */
export interface TotalMarket {
  /** The line, in points; of the market as a whole the one most bookmakers closed on; null where none was. */
  line: number | null
  /** The highest closing prices; null where none was offered. */
  best: { over: BestPrice; under: BestPrice } | null
  /** What each bookmaker closed at, by name. */
  books: TotalBook[]
  /** The first price recorded before tip-off; null where none was, and before season 2026-27. */
  opening: TotalReading | null
  /** Every reading before tip-off, oldest first, the consensus at that reading; empty before season 2026-27. */
  history: TotalReading[]
}

/** The closing prices of a game. Closing = the last price at or before tip-off. */
export interface Prices {
  game: Game
  /** The average closing price across bookmakers; null where none was offered. */
  average: {
    /** What the averages are of. */
    market: 'moneyline' | 'three_way'
    /** Decimal price of the home team; null where none was offered. */
    home: number | null
    /** Decimal price of a draw; null where none was offered. */
    draw: number | null
    /** Decimal price of the away team; null where none was offered. */
    away: number | null
  } | null
  /** The closing prices of each market. */
  markets: { moneyline: MoneylineMarket; spread: SpreadMarket; total: TotalMarket }
}

/** How one betting angle on a team would have done. */
export interface Trend {
  /** Short name of the angle, e.g. moneyline_home. */
  angle: string
  /** The angle in words. */
  description: string
  /** Games with a price. */
  games: number
  /** Games in which the angle won. */
  won: number
  /** Games that returned the stake. */
  pushed: number
  /** won / (games − pushed), a fraction; null without such a game. */
  hit_rate: number | null
  /** Profit per unit staked over games not pushed, a fraction; null without such a game. */
  roi: number | null
  /** Day of the first of these games; null without one. YYYY-MM-DD. */
  since: string | null
}
