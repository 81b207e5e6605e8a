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
  /** Bookmaker that offers the price. */
  bookmaker: string
}

/** What a bookmaker closed at, of who wins; decimal prices, null where none was offered. */
export interface MoneylineBook {
  bookmaker: Bookmaker
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
}

/** A line of a bookmaker that was ever offered. */
export interface SpreadLine {
  /** Line in points. */
  line: number
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of who wins with a line. */
export interface SpreadBook {
  bookmaker: Bookmaker
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, in order. Only present with lines=all. */
  lines?: SpreadLine[] | undefined
}

/** A line of a bookmaker that was ever offered. */
export interface TotalLine {
  /** Line in points. */
  line: number
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** What a bookmaker closed at, of the points of both teams together. */
export interface TotalBook {
  bookmaker: Bookmaker
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, in order. Only present with lines=all. */
  lines?: TotalLine[] | undefined
}

/** The consensus of the bookmakers at one reading: the mean of their latest prices. */
export interface MoneylineReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface SpreadReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** The consensus of the bookmakers at one reading, on the line most of them offered. */
export interface TotalReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** Who wins. */
export interface MoneylineMarket {
  /** The highest closing price of each side. Null if not offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** Closing prices of each bookmaker, by name. */
  books: MoneylineBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: MoneylineReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: MoneylineReading[]
}

/** Who wins with the line added to the home score. */
export interface SpreadMarket {
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** The highest closing price of each side. Null if not offered. */
  best: { home: BestPrice; away: BestPrice } | null
  /** Closing prices of each bookmaker, by name. */
  books: SpreadBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: SpreadReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: SpreadReading[]
}

/** Whether both teams together score more than the line. */
export interface TotalMarket {
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** The highest closing price of each side. Null if not offered. */
  best: { over: BestPrice; under: BestPrice } | null
  /** Closing prices of each bookmaker, by name. */
  books: TotalBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: TotalReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: TotalReading[]
}

/** The closing prices of a game. Closing = the last price at or before tip-off. */
export interface Prices {
  game: Game
  /** Average closing prices across bookmakers. Null if not offered. */
  average: {
    /** Market of the average prices. */
    market: 'moneyline' | 'three_way'
    /** Decimal price of the home team. Null if not offered. */
    home: number | null
    /** Decimal price of a draw. Null if not offered. */
    draw: number | null
    /** Decimal price of the away team. Null if not offered. */
    away: number | null
  } | null
  /** The closing prices of each market. */
  markets: { moneyline: MoneylineMarket; spread: SpreadMarket; total: TotalMarket }
}

/** How one betting angle on a team would have done. */
export interface Trend {
  /** Name of the kind of bet, e.g. moneyline_home. */
  angle: string
  /** Description of the kind of bet. */
  description: string
  /** Number of games with a price. */
  games: number
  /** Number of bets won. */
  won: number
  /** Number of bets whose stake was returned. */
  pushed: number
  /** won / (games − pushed), as a fraction. Null if there are no such games. */
  hit_rate: number | null
  /**
   * Return on investment: profit per unit staked over games not pushed, as a fraction. Null if there are no such games.
   */
  roi: number | null
  /** Day of the first of these games. Null without games. YYYY-MM-DD. */
  since: string | null
}
