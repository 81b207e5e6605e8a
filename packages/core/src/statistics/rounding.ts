/** Decimals of the wire: ratios are fractions like percentages, averages are per game or per 100 possessions. */
export const DECIMALS = { ratio: 4, average: 2 } as const

/** Significant digits that a double always holds; what lies beyond them is the trace of binary arithmetic. */
const TRUE_DIGITS = 15

/**
 * Rounds half away from zero, in decimal: 1.005 to 2 decimals is 1.01, though its double lies just below; -1.005 is
 * -1.01. Null stays null.
 * Source: commercial rounding (DIN 1333, IEEE 754 "ties to away").
 */
export function round(value: number, decimals: number): number
export function round(value: number | null, decimals: number): number | null
export function round(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const [digits, exponent] = Math.abs(value)
    .toExponential(TRUE_DIGITS - 1)
    .split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const magnitude = shifted / 10 ** decimals
  return value < 0 && magnitude > 0 ? -magnitude : magnitude
}
