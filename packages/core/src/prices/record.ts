import { toDateTime, type Market, type PriceSide, type Prices } from '../contract/index.ts'
import {
  compareRanks,
  isOpen,
  lastSetAt,
  lineRank,
  mainOffer,
  type Book,
  type Books,
  type Offer,
  type Quote,
} from './books.ts'
import { closing, consensus, history, type Consensus } from './closing.ts'

/** A bookmaker as the contract names it. */
export type Bookmaker = { name: string; exchange: boolean }

/** The quotes of a game with its bookmakers and tip-off. */
export type QuotedGame = {
  quotes: readonly Quote[]
  /** Bookmakers by key. */
  bookmakers: ReadonlyMap<string, Bookmaker>
  /** ms since 1970; null if unknown. */
  tip_off: number | null
}

/** The optional parts of the record: opening and history, and every line of a bookmaker. */
export type RecordParts = { history: boolean; lines: boolean }

type SidePrices = Consensus['prices']

const homeAndAway = ({ home, away }: SidePrices) => ({ home: home ?? null, away: away ?? null })
const overAndUnder = ({ over, under }: SidePrices) => ({ over: over ?? null, under: under ?? null })

const moment = (ms: number | null): string | null => (ms === null ? null : toDateTime(new Date(ms)))

/** A bookmaker with its closing offer. */
type ClosedBook = { bookmaker: Bookmaker; book: Book; offer: Offer }

const byName = (a: ClosedBook, b: ClosedBook): number => {
  const [first, second] = [a, b].map(({ bookmaker, book }) => `${bookmaker.name}\n${book.bookmaker}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

const closedBooks = (books: Books, { bookmakers }: QuotedGame): ClosedBook[] =>
  [...books.values()]
    .flatMap((book) => {
      const offer = mainOffer(book)
      const bookmaker = bookmakers.get(book.bookmaker) ?? { name: book.bookmaker, exchange: false }
      return offer === undefined ? [] : [{ bookmaker, book, offer }]
    })
    .toSorted(byName)

/** The highest price on the main line; ties go to the first bookmaker by name. */
const getBestPrice = (closed: readonly ClosedBook[], line: number | null, side: PriceSide) => {
  const prices = closed.flatMap(({ bookmaker, offer }) => {
    const price = offer.line === line ? offer.prices[side] : undefined
    return price === undefined ? [] : [{ price, bookmaker: bookmaker.name }]
  })
  return prices.toSorted((a, b) => b.price - a.price)[0]
}

const toLines = <Sides>({ book }: ClosedBook, getSides: (prices: SidePrices) => Sides) =>
  [...book.offers.values()]
    .toSorted((a, b) => compareRanks(lineRank(a.line).toReversed(), lineRank(b.line).toReversed()))
    .map((offer) => ({
      line: offer.line ?? 0,
      ...getSides(offer.prices),
      set_at: moment(lastSetAt(offer)),
      open: isOpen(book, offer),
    }))

/** The fields that every market has. `getSides` picks the sides of the market. */
const buildMarket = <Sides>(
  game: QuotedGame,
  parts: RecordParts,
  market: Market,
  getSides: (prices: SidePrices) => Sides,
) => {
  const books = closing(market, game.quotes, game.tip_off)
  const closed = closedBooks(books, game)
  const line = consensus(books)?.line ?? null
  const readings = (parts.history ? history(market, game.quotes, game.tip_off) : []).map((reading) => ({
    at: toDateTime(new Date(reading.at)),
    line: reading.line,
    ...getSides(reading.prices),
    bookmakers: reading.bookmakers,
  }))
  return {
    closed,
    line,
    books: closed.map((each) => ({
      bookmaker: each.bookmaker,
      line: each.offer.line,
      ...getSides(each.offer.prices),
      set_at: moment(lastSetAt(each.offer)),
      ...(parts.lines && { lines: toLines(each, getSides) }),
    })),
    opening: readings[0] ?? null,
    history: readings,
  }
}

const withoutLine = <Entry extends { line: unknown }>({ line: _, ...entry }: Entry) => entry

const buildMoneyline = (game: QuotedGame, parts: RecordParts): Prices['markets']['moneyline'] => {
  const market = buildMarket(game, { ...parts, lines: false }, 'moneyline', homeAndAway)
  const { closed, books, opening, history } = market
  const [home, away] = [getBestPrice(closed, null, 'home'), getBestPrice(closed, null, 'away')]
  return {
    best: home && away ? { home, away } : null,
    books: books.map(withoutLine),
    opening: opening && withoutLine(opening),
    history: history.map(withoutLine),
  }
}

const buildSpread = (game: QuotedGame, parts: RecordParts): Prices['markets']['spread'] => {
  const { closed, line, ...market } = buildMarket(game, parts, 'spread', homeAndAway)
  const [home, away] = [getBestPrice(closed, line, 'home'), getBestPrice(closed, line, 'away')]
  return { line, best: home && away ? { home, away } : null, ...market }
}

const buildTotal = (game: QuotedGame, parts: RecordParts): Prices['markets']['total'] => {
  const { closed, line, ...market } = buildMarket(game, parts, 'total', overAndUnder)
  const [over, under] = [getBestPrice(closed, line, 'over'), getBestPrice(closed, line, 'under')]
  return { line, best: over && under ? { over, under } : null, ...market }
}

/** The average closing prices of the moneyline, or of the three-way market if the moneyline has no closing price. */
const averagePrices = ({ quotes, tip_off }: QuotedGame): Prices['average'] => {
  for (const market of ['moneyline', 'three_way'] as const) {
    const average = consensus(closing(market, quotes, tip_off))
    if (average !== null) return { market, ...homeAndAway(average.prices), draw: average.prices.draw ?? null }
  }
  return null
}

/** The Prices record of a game without the game itself. */
export const buildPrices = (game: QuotedGame, parts: RecordParts): Omit<Prices, 'game'> => ({
  average: averagePrices(game),
  markets: { moneyline: buildMoneyline(game, parts), spread: buildSpread(game, parts), total: buildTotal(game, parts) },
})
