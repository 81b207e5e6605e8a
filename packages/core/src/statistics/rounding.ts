/** Decimals of the wire: ratios are fractions like percentages, averages are per game or per 100 possessions. */
export const DECIMALS = { ratio: 4, average: 2 } as const

/** Significant digits that a double always holds; what lies beyond them is the trace of binary arithmetic. */
const TRUE_DIGITS = 15

/** How near to a half, in units of the last decimal, that trace could decide; elsewhere plain rounding says the same. */
const NEAR_HALF = 1e-6
/** From here on, in the same units, doubles are too coarse for that. */
const PLAIN = 1e6

/** `magnitude` in units of the last decimal, rounded as its true digits say. */
const inDecimal = (magnitude: number, decimals: number): number => {
  const [digits, exponent] = magnitude.toExponential(TRUE_DIGITS - 1).split('e')
  return Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
}

/**
 * Rounds half away from zero, in decimal: 1.005 to 2 decimals is 1.01, though its double lies just below; -1.005 is
 * -1.01. Null stays null.
 * Source: commercial rounding (DIN 1333, IEEE 754 "ties to away").
 */
export function round(value: number, decimals: number): number
export function round(value: number | null, decimals: number): number | null
export function round(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const scaled = Math.abs(value) * 10 ** decimals
  const plain = scaled < PLAIN && Math.abs((scaled % 1) - 0.5) > NEAR_HALF
  const magnitude = (plain ? Math.round(scaled) : inDecimal(Math.abs(value), decimals)) / 10 ** decimals
  return value < 0 && magnitude > 0 ? -magnitude : magnitude
}
