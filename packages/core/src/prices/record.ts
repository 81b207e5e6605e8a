import { toDateTime, type Market, type PriceSide, type Prices } from '../contract/index.ts'
import { compareRanks, isOpen, lastSetAt, lineRank, mainOffer, type Book, type Books, type Offer } from './books.ts'
import { closing, consensus, history, type Consensus } from './closing.ts'
import type { Quote } from './quote.ts'

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
const bestOf = (closed: readonly ClosedBook[], line: number | null, side: PriceSide) => {
  const prices = closed.flatMap(({ bookmaker, offer }) => {
    const price = offer.line === line ? offer.prices[side] : undefined
    return price === undefined ? [] : [{ price, bookmaker: bookmaker.name }]
  })
  return prices.toSorted((a, b) => b.price - a.price)[0]
}

const linesOf = <Sides>({ book }: ClosedBook, sidesOf: (prices: SidePrices) => Sides) =>
  [...book.offers.values()]
    .toSorted((a, b) => compareRanks(lineRank(a.line).toReversed(), lineRank(b.line).toReversed()))
    .map((offer) => ({
      line: offer.line ?? 0,
      ...sidesOf(offer.prices),
      set_at: moment(lastSetAt(offer)),
      open: isOpen(book, offer),
    }))

/** The fields that every market has. `sidesOf` picks the sides of the market. */
const marketOf = <Sides>(
  game: QuotedGame,
  parts: RecordParts,
  market: Market,
  sidesOf: (prices: SidePrices) => Sides,
) => {
  const books = closing(market, game.quotes, game.tip_off)
  const closed = closedBooks(books, game)
  const line = consensus(books)?.line ?? null
  const readings = (parts.history ? history(market, game.quotes, game.tip_off) : []).map((reading) => ({
    at: toDateTime(new Date(reading.at)),
    line: reading.line,
    ...sidesOf(reading.prices),
    bookmakers: reading.bookmakers,
  }))
  return {
    closed,
    line,
    books: closed.map((each) => ({
      bookmaker: each.bookmaker,
      line: each.offer.line,
      ...sidesOf(each.offer.prices),
      set_at: moment(lastSetAt(each.offer)),
      ...(parts.lines && { lines: linesOf(each, sidesOf) }),
    })),
    opening: readings[0] ?? null,
    history: readings,
  }
}

const withoutLine = <Entry extends { line: unknown }>({ line: _, ...entry }: Entry) => entry

const moneylineOf = (game: QuotedGame, parts: RecordParts): Prices['markets']['moneyline'] => {
  const market = marketOf(game, { ...parts, lines: false }, 'moneyline', homeAndAway)
  const { closed, books, opening, history } = market
  const [home, away] = [bestOf(closed, null, 'home'), bestOf(closed, null, 'away')]
  return {
    best: home && away ? { home, away } : null,
    books: books.map(withoutLine),
    opening: opening && withoutLine(opening),
    history: history.map(withoutLine),
  }
}

const spreadOf = (game: QuotedGame, parts: RecordParts): Prices['markets']['spread'] => {
  const { closed, line, ...market } = marketOf(game, parts, 'spread', homeAndAway)
  const [home, away] = [bestOf(closed, line, 'home'), bestOf(closed, line, 'away')]
  return { line, best: home && away ? { home, away } : null, ...market }
}

const totalOf = (game: QuotedGame, parts: RecordParts): Prices['markets']['total'] => {
  const { closed, line, ...market } = marketOf(game, parts, 'total', overAndUnder)
  const [over, under] = [bestOf(closed, line, 'over'), bestOf(closed, line, 'under')]
  return { line, best: over && under ? { over, under } : null, ...market }
}

/** The average closing prices of the moneyline, or of the three-way market if the moneyline has no closing price. */
const averageOf = ({ quotes, tip_off }: QuotedGame): Prices['average'] => {
  for (const market of ['moneyline', 'three_way'] as const) {
    const average = consensus(closing(market, quotes, tip_off))
    if (average !== null) return { market, ...homeAndAway(average.prices), draw: average.prices.draw ?? null }
  }
  return null
}

/** The Prices record of a game without the game itself. */
export const pricesOf = (game: QuotedGame, parts: RecordParts): Omit<Prices, 'game'> => ({
  average: averageOf(game),
  markets: { moneyline: moneylineOf(game, parts), spread: spreadOf(game, parts), total: totalOf(game, parts) },
})
