import type { PriceSide } from '../contract/index.ts'
import { mean } from '../statistics/index.ts'
import { compare, imbalanceOf, lineRank, ownOffer, type Books, type Offer } from './books.ts'

/** What the bookmakers of a market say together. */
export type Consensus = {
  /** The line most of them stand by; null in a market without lines. */
  line: number | null
  /** Mean price by side, of the bookmakers on that line that quote it. */
  prices: Partial<Record<PriceSide, number>>
  /** How many bookmakers are on that line, with a price of one side or more. */
  bookmakers: number
}

const SIDES = ['home', 'draw', 'away', 'over', 'under'] as const satisfies PriceSide[]

const meanOf = (offers: readonly Offer[], side: PriceSide): number | null =>
  // In order of size, so that the sum does not depend on who comes first.
  mean(offers.flatMap(({ prices }) => prices[side] ?? []).toSorted((a, b) => a - b))

const meanPrices = (offers: readonly Offer[]): Consensus['prices'] =>
  Object.fromEntries(
    SIDES.flatMap((side) => {
      const price = meanOf(offers, side)
      return price === null ? [] : [[side, price]]
    }),
  )

/**
 * The consensus of bookmakers: the arithmetic mean of their latest decimal prices, each with the same weight, among
 * those on the main line. That is the line most of them stand by; of several the one with the most balanced mean
 * prices, then the one nearer to zero, then the lower.
 *
 * Worked example: home at 1.91, 1.95 and 1.87 → (1.91 + 1.95 + 1.87) / 3 = 1.91. With spreads of −5.5, −5.5 and −6 the
 * main line is −5.5, and the third bookmaker is not in the mean.
 * Source: L. Kaunitz, S. Zhong, J. Kreiner, "Beating the bookies with their own numbers", arXiv:1710.02824 (2017), whose
 * consensus is the mean of the bookmakers' odds; the main line is this service's own rule.
 *
 * @returns null when no bookmaker has a price
 */
export const consensus = (books: Books): Consensus | null => {
  const onLine = new Map<number | null, Offer[]>()
  for (const book of books.values()) {
    const own = ownOffer(book)
    if (own !== undefined) onLine.set(own.line, [...(onLine.get(own.line) ?? []), own])
  }
  const [main] = [...onLine]
    .map(([line, offers]) => ({ line, prices: meanPrices(offers), bookmakers: offers.length }))
    .map((found) => ({ found, rank: [-found.bookmakers, imbalanceOf(found.prices), ...lineRank(found.line)] }))
    .toSorted((a, b) => compare(a.rank, b.rank))
  return main?.found ?? null
}
