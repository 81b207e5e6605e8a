import type { PriceSide } from '../contract/index.ts'
import { imbalance } from './overround.ts'
import type { Quote } from './quote.ts'

/** The latest prices of a bookmaker on one line, by side. */
export type Offer = {
  line: number | null
  prices: Partial<Record<PriceSide, number>>
  /** When the bookmaker set each of them; null where the reading that it is from does not say. */
  set_at: Partial<Record<PriceSide, number | null>>
  /** When it was last read; Infinity for what the source calls closing. */
  read_at: number
}

/** What a bookmaker offered in one market, up to some moment. */
export type Book = {
  bookmaker: string
  /** Every line it ever offered. */
  offers: Map<number | null, Offer>
  /** When it was last read. */
  read_at: number
}

/** The bookmakers of one market, by key, as they stand at some moment. */
export type Books = Map<string, Book>

/** Takes in one more quote; they must come in reading order. */
export const take = (books: Books, { bookmaker, line, side, price, set_at, read_at }: Quote): void => {
  const book: Book = books.get(bookmaker) ?? { bookmaker, offers: new Map(), read_at: -Infinity }
  const offer: Offer = book.offers.get(line) ?? { line, prices: {}, set_at: {}, read_at: -Infinity }
  offer.prices[side] = price
  offer.set_at[side] = set_at
  offer.read_at = read_at ?? Infinity
  book.read_at = offer.read_at
  book.offers.set(line, offer)
  books.set(bookmaker, book)
}

/** When the bookmaker last set one of the prices; null where that is known of none. */
export const lastSet = ({ set_at }: Offer): number | null => {
  const known = Object.values(set_at).filter((moment) => moment !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Whether a line was still offered when its bookmaker was last read. */
export const isOpen = (book: Book, offer: Offer): boolean => offer.read_at === book.read_at

/** How far the two sides of a spread or a total are from even. */
export const imbalanceOf = ({ home, away, over, under }: Offer['prices']): number =>
  imbalance(home ?? over, away ?? under)

/** The lower comes first: how it is to be compared, most important first. */
export const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, i) => value !== b[i])
  return at === -1 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** Of equal rank is the line nearer to zero, then the lower. */
export const lineRank = (line: number | null): number[] => [Math.abs(line ?? 0), line ?? 0]

/** The one line a bookmaker stands by: of those open the most balanced. */
export const ownOffer = (book: Book): Offer | undefined =>
  [...book.offers.values()]
    .filter((offer) => isOpen(book, offer))
    .map((offer) => ({ offer, rank: [imbalanceOf(offer.prices), ...lineRank(offer.line)] }))
    .toSorted((a, b) => compare(a.rank, b.rank))[0]?.offer
