import { MAX_PRICE } from '@basketball-data/core/contract'

/** Thrown for a price that cannot be read; the message says what is wrong and what was expected. */
export class InvalidPrice extends Error {
  override name = 'InvalidPrice'
}

/** How odds are written. */
export type OddsFormat = 'decimal' | 'fractional' | 'american'

/** Decimals of a converted price: enough to convert it back. */
const DECIMALS = 6

type Fraction = { numerator: bigint; denominator: bigint }

/** Decimal digits as an exact fraction: "109.5" is 1095/10. */
const toFraction = (digits: string): Fraction => {
  const [whole = '', decimals = ''] = digits.split('.')
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

/** Decimal odds of a profit on a stake of 1, rounded half up in whole numbers to avoid binary rounding errors. */
const toDecimalOdds = ({ numerator, denominator }: Fraction): number => {
  const scale = 10n ** BigInt(DECIMALS)
  const units = (2n * (numerator + denominator) * scale + denominator) / (2n * denominator)
  return Number(`${units / scale}.${String(units % scale).padStart(DECIMALS, '0')}`)
}

const isEvens = (text: string): boolean => /^ev(en)?s?$/i.test(text)

/**
 * Converts American odds to decimal odds, rounded once to 6 decimals.
 *
 * +A is the profit on a stake of 100: 1 + A/100. −A is the stake for a profit of 100: 1 + 100/A. "even" is +100.
 * Worked examples: +150 → 2.5; −110 → 1 + 10/11 = 1.909091; −275 → 1.363636.
 * Source: the moneyline convention of North American bookmakers.
 * @throws {InvalidPrice} for any other text, and between −100 and +100, where American odds do not exist.
 */
export const fromAmerican = (odds: string | number): number => {
  const text = String(odds).trim().replace('−', '-')
  if (isEvens(text)) return 2
  const [, sign, digits = ''] = /^([+-]?)(\d{1,9}(?:\.\d{1,4})?)$/.exec(text) ?? []
  if (digits === '' || Number(digits) < 100) throw new InvalidPrice(`"${odds}" is not American odds, like +150 or -110`)
  const { numerator, denominator } = toFraction(digits)
  return sign === '-'
    ? toDecimalOdds({ numerator: 100n * denominator, denominator: numerator })
    : toDecimalOdds({ numerator, denominator: 100n * denominator })
}

/**
 * Converts fractional odds to decimal odds, rounded once to 6 decimals: profit/stake + 1.
 *
 * Worked examples: 10/11 → 1.909091; 5/2 → 3.5; evens → 2.
 * Source: the convention of British bookmakers, profit over stake.
 * @throws {InvalidPrice} for any other text.
 */
export const fromFractional = (odds: string): number => {
  const text = odds.trim()
  if (isEvens(text)) return 2
  const [, profit = '', stake = ''] = /^(\d{1,9})\s*[/-]\s*(\d{1,9})$/.exec(text) ?? []
  if (Number(profit) === 0 || Number(stake) === 0)
    throw new InvalidPrice(`"${odds}" is not fractional odds, like 10/11 or 5/1`)
  return toDecimalOdds({ numerator: BigInt(profit), denominator: BigInt(stake) })
}

const fromDecimal = (odds: string): number => {
  const price = Number(odds)
  if (!Number.isFinite(price)) throw new InvalidPrice(`"${odds}" is not a price: expected 1.91, 10/11 or -110`)
  return price
}

/** The format that a text reveals: 10/11, +150, -110 and 1.91 are unambiguous, 150 and 2 are not. */
const detectOddsFormat = (text: string): OddsFormat | null => {
  if (/\d\s*[/-]\s*\d/.test(text)) return 'fractional'
  if (/^[+−-]/.test(text)) return 'american'
  return /^\d\d?\.\d+$/.test(text) ? 'decimal' : null
}

/** Whether a text is empty or a number that is not a price in any format. */
const isNoPrice = (text: string): boolean => {
  const number = Number(text.replace('−', '-'))
  return text === '' || (number > -100 && number <= 1)
}

/**
 * The format of the ambiguous prices of a file, inferred from all of them: the format of the unambiguous ones; American
 * if all are whole numbers of at least 100; otherwise decimal. Null if the unambiguous ones have several formats.
 */
export const inferFormat = (texts: readonly string[]): OddsFormat | null => {
  const prices = texts.map((text) => text.trim()).filter((text) => !isNoPrice(text))
  const [format, ...others] = new Set(prices.flatMap((price) => detectOddsFormat(price) ?? []))
  if (others.length > 0) return null
  if (format !== undefined) return format
  const numbers = prices.filter((price) => !Number.isNaN(Number(price)))
  return numbers.length > 0 && numbers.every((price) => /^\d{3,}$/.test(price)) ? 'american' : 'decimal'
}

const convert = (text: string, format: OddsFormat | null): number => {
  if (isEvens(text)) return 2
  switch (format) {
    case 'decimal':
      return fromDecimal(text)
    case 'fractional':
      return fromFractional(text)
    case 'american':
      return fromAmerican(text)
    case null:
      throw new InvalidPrice(
        `"${text}" may be decimal, fractional or American odds, because the file has several formats: use one file per format`,
      )
  }
}

/**
 * Reads a price as decimal odds. Returns null if there is no price: an empty text, 0, odds that return no more than the
 * stake, or odds above the maximum.
 *
 * @param format the format of an ambiguous text, see `inferFormat`
 * @throws {InvalidPrice} if the text is not a price or its format is unknown
 */
export const readPrice = (price: string, format: OddsFormat | null): number | null => {
  const text = price.trim()
  if (isNoPrice(text)) return null
  const decimal = convert(text, detectOddsFormat(text) ?? format)
  return decimal > 1 && decimal <= MAX_PRICE ? decimal : null
}
