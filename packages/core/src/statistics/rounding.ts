/** Decimals of numbers in responses. Ratios are fractions like percentages; averages are per game or 100 possessions. */
export const DECIMALS = { ratio: 4, average: 2 } as const

/** Decimal digits that a double represents exactly. Further digits are errors of binary arithmetic. */
const EXACT_DIGITS = 15

/** The distance from a half, in units of the last decimal, within which such an error could decide the rounding. */
const NEAR_HALF = 1e-6
/** From this value on, in the same units, doubles are too coarse to measure that distance. */
const MAX_FAST = 1e6

/** Rounds by the exact digits; the result is in units of the last decimal. */
const roundDigits = (magnitude: number, decimals: number): number => {
  const [digits, exponent] = magnitude.toExponential(EXACT_DIGITS - 1).split('e')
  return Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
}

/**
 * Rounds half away from zero in decimal: 1.005 to 2 decimals is 1.01 although its double is slightly less, and -1.005 is
 * -1.01. Null stays null.
 * Source: commercial rounding (DIN 1333, IEEE 754 "ties to away").
 */
export function round(value: number, decimals: number): number
export function round(value: number | null, decimals: number): number | null
export function round(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const scaled = Math.abs(value) * 10 ** decimals
  const isSafe = scaled < MAX_FAST && Math.abs((scaled % 1) - 0.5) > NEAR_HALF
  const magnitude = (isSafe ? Math.round(scaled) : roundDigits(Math.abs(value), decimals)) / 10 ** decimals
  return value < 0 && magnitude > 0 ? -magnitude : magnitude
}
