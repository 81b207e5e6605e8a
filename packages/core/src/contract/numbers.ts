import { z } from 'zod'

/** What a number with decimals is: a ratio or a price, an average, or measured and as it came. */
export type NumberKind = 'ratio' | 'average' | 'measured'

/** The kind of every number with decimals in the contract; whatever is made of one of those below has its kind. */
export const numberKinds = z.registry<{ kind: NumberKind }>()

/** A quotient, like wins of games or profit of stakes, or a decimal price; the wire gives 4 decimals. */
export const Ratio = z.number().register(numberKinds, { kind: 'ratio' })
/** A share of a whole as a fraction: 0.5 is half. */
export const Fraction = Ratio.min(0)
/** What comes to a game or to 100 possessions; the wire gives 2 decimals. */
export const Average = z.number().register(numberKinds, { kind: 'average' })
/** A distance in feet, or the line of a bet in points: nothing is divided, nothing is rounded. */
export const Measure = z.number().register(numberKinds, { kind: 'measured' })
