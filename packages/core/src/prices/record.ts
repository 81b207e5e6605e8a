import { toDateTime, type Market, type PriceSide, type Prices } from '../contract/index.ts'
import { isOpen, lastSet, lineRank, compare, ownOffer, type Book, type Books, type Offer } from './books.ts'
import { closing, history } from './closing.ts'
import { consensus, type Consensus } from './consensus.ts'
import type { Quote } from './quote.ts'

/** A bookmaker as it is shown. */
export type Bookmaker = { name: string; exchange: boolean }

/** What is known of the prices of a game. */
export type Known = {
  quotes: readonly Quote[]
  /** Bookmakers by key. */
  bookmakers: ReadonlyMap<string, Bookmaker>
  /** ms since 1970; null where unknown. */
  tip_off: number | null
}

/** How much of it is shown. */
export type Shown = { history: boolean; lines: boolean }

type BySide = Consensus['prices']

const homeAndAway = ({ home, away }: BySide) => ({ home: home ?? null, away: away ?? null })
const overAndUnder = ({ over, under }: BySide) => ({ over: over ?? null, under: under ?? null })

const moment = (ms: number | null): string | null => (ms === null ? null : toDateTime(new Date(ms)))

/** A bookmaker with the prices it closed at. */
type Closed = { bookmaker: Bookmaker; book: Book; offer: Offer }

const byName = (a: Closed, b: Closed): number => {
  const [first, second] = [a, b].map(({ bookmaker, book }) => `${bookmaker.name}\n${book.bookmaker}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}

const closedBooks = (books: Books, { bookmakers }: Known): Closed[] =>
  [...books.values()]
    .flatMap((book) => {
      const offer = ownOffer(book)
      const bookmaker = bookmakers.get(book.bookmaker) ?? { name: book.bookmaker, exchange: false }
      return offer === undefined ? [] : [{ bookmaker, book, offer }]
    })
    .toSorted(byName)

/** The highest price on the main line; of equal ones that of the first bookmaker by name. */
const bestOf = (closed: readonly Closed[], line: number | null, side: PriceSide) => {
  const prices = closed.flatMap(({ bookmaker, offer }) => {
    const price = offer.line === line ? offer.prices[side] : undefined
    return price === undefined ? [] : [{ price, bookmaker: bookmaker.name }]
  })
  return prices.toSorted((a, b) => b.price - a.price)[0]
}

const linesOf = <Sides>({ book }: Closed, show: (prices: BySide) => Sides) =>
  [...book.offers.values()]
    .toSorted((a, b) => compare(lineRank(a.line).toReversed(), lineRank(b.line).toReversed()))
    .map((offer) => ({
      line: offer.line ?? 0,
      ...show(offer.prices),
      set_at: moment(lastSet(offer)),
      open: isOpen(book, offer),
    }))

/** The parts every market has, with its sides as `show` names them. */
const marketOf = <Sides>(known: Known, shown: Shown, market: Market, show: (prices: BySide) => Sides) => {
  const books = closing(market, known.quotes, known.tip_off)
  const closed = closedBooks(books, known)
  const line = consensus(books)?.line ?? null
  const readings = (shown.history ? history(market, known.quotes, known.tip_off) : []).map((reading) => ({
    at: toDateTime(new Date(reading.at)),
    line: reading.line,
    ...show(reading.prices),
    bookmakers: reading.bookmakers,
  }))
  return {
    closed,
    line,
    books: closed.map((each) => ({
      bookmaker: each.bookmaker,
      line: each.offer.line,
      ...show(each.offer.prices),
      set_at: moment(lastSet(each.offer)),
      ...(shown.lines && { lines: linesOf(each, show) }),
    })),
    opening: readings[0] ?? null,
    history: readings,
  }
}

const withoutLine = <Entry extends { line: unknown }>({ line: _, ...entry }: Entry) => entry

const moneylineOf = (known: Known, shown: Shown): Prices['markets']['moneyline'] => {
  const market = marketOf(known, { ...shown, lines: false }, 'moneyline', homeAndAway)
  const { closed, books, opening, history } = market
  const [home, away] = [bestOf(closed, null, 'home'), bestOf(closed, null, 'away')]
  return {
    best: home && away ? { home, away } : null,
    books: books.map(withoutLine),
    opening: opening && withoutLine(opening),
    history: history.map(withoutLine),
  }
}

const spreadOf = (known: Known, shown: Shown): Prices['markets']['spread'] => {
  const { closed, line, ...market } = marketOf(known, shown, 'spread', homeAndAway)
  const [home, away] = [bestOf(closed, line, 'home'), bestOf(closed, line, 'away')]
  return { line, best: home && away ? { home, away } : null, ...market }
}

const totalOf = (known: Known, shown: Shown): Prices['markets']['total'] => {
  const { closed, line, ...market } = marketOf(known, shown, 'total', overAndUnder)
  const [over, under] = [bestOf(closed, line, 'over'), bestOf(closed, line, 'under')]
  return { line, best: over && under ? { over, under } : null, ...market }
}

/** The average closing price of the winner: of the moneyline, or of the three-way market where nobody closed on that. */
const averageOf = ({ quotes, tip_off }: Known): Prices['average'] => {
  for (const market of ['moneyline', 'three_way'] as const) {
    const said = consensus(closing(market, quotes, tip_off))
    if (said !== null) return { market, ...homeAndAway(said.prices), draw: said.prices.draw ?? null }
  }
  return null
}

/** The closing prices of a game as the wire has them, but for the game itself. */
export const pricesOf = (known: Known, shown: Shown): Omit<Prices, 'game'> => ({
  average: averageOf(known),
  markets: { moneyline: moneylineOf(known, shown), spread: spreadOf(known, shown), total: totalOf(known, shown) },
})
