import { MAX_PRICE } from '@basketball-data/core/contract'

/** A price that cannot be read: what is wrong with it and what would be right. */
export class NoPrice extends Error {
  override name = 'NoPrice'
}

/** Decimals a converted price has: enough to convert it back. */
const DECIMALS = 6

type Fraction = { over: bigint; under: bigint }

/** Decimal digits as a fraction of whole numbers: "109.5" is 1095/10. */
const exact = (digits: string): Fraction => {
  const [whole = '', part = ''] = digits.split('.')
  return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) }
}

/** The quotient to DECIMALS decimals, half away from zero, without binary arithmetic on the way. */
const toDecimal = ({ over, under }: Fraction): number => {
  const scale = 10n ** BigInt(DECIMALS)
  const units = (2n * over * scale + under) / (2n * under)
  return Number(`${units / scale}.${String(units % scale).padStart(DECIMALS, '0')}`)
}

/** What comes back on a stake of 1 with a profit of `over`/`under`. */
const withStake = ({ over, under }: Fraction): number => toDecimal({ over: over + under, under })

/**
 * American odds as a decimal price, computed in whole numbers and rounded once, to 6 decimals.
 *
 * +A is the profit on a stake of 100: 1 + A/100. −A is the stake for a profit of 100: 1 + 100/A. "even" is +100.
 * Worked examples: +150 → 2.5; −110 → 1 + 10/11 = 1.909091; −275 → 1.363636.
 * Source: the moneyline convention of North American bookmakers.
 * @throws NoPrice for anything else, and for odds between −100 and +100, which do not exist.
 */
export const fromAmerican = (odds: string | number): number => {
  const text = String(odds).trim().replace('−', '-')
  if (/^ev(en)?s?$/i.test(text)) return 2
  const [, sign, digits = ''] = /^([+-]?)(\d{1,9}(?:\.\d{1,4})?)$/.exec(text) ?? []
  if (digits === '' || Number(digits) < 100) throw new NoPrice(`"${odds}" are no American odds, like +150 or -110`)
  const { over, under } = exact(digits)
  return withStake(sign === '-' ? { over: 100n * under, under: over } : { over, under: 100n * under })
}

/**
 * Fractional odds as a decimal price, computed in whole numbers and rounded once, to 6 decimals: profit/stake + 1.
 *
 * Worked examples: 10/11 → 1.909091; 5/2 → 3.5; evens → 2.
 * Source: the convention of British bookmakers, profit over stake.
 * @throws NoPrice for anything else.
 */
export const fromFractional = (odds: string): number => {
  const text = odds.trim()
  if (/^ev(en)?s?$/i.test(text)) return 2
  const [, profit = '', stake = ''] = /^(\d{1,9})\s*[/-]\s*(\d{1,9})$/.exec(text) ?? []
  if (Number(profit) === 0 || Number(stake) === 0)
    throw new NoPrice(`"${odds}" are no fractional odds, like 10/11 or 5/1`)
  return withStake({ over: BigInt(profit), under: BigInt(stake) })
}

const fromDecimal = (odds: string): number => {
  const price = Number(odds)
  if (!Number.isFinite(price)) throw new NoPrice(`"${odds}" is no price: expected a price like 1.91, 10/11 or -110`)
  return price
}

/** How prices are written. */
export type PriceForm = 'decimal' | 'fractional' | 'american'

/** What a price by itself says it is: 10/11, +150, -110 and 1.91 do, 150 and 2 may be anything. */
const ownForm = (text: string): PriceForm | null => {
  if (/\d\s*[/-]\s*\d/.test(text)) return 'fractional'
  if (/^[+−-]/.test(text)) return 'american'
  return /^\d\d?\.\d+$/.test(text) ? 'decimal' : null
}

/** Nothing that could be won: no bookmaker's price in any form. */
const isNothing = (text: string): boolean => {
  const number = Number(text.replace('−', '-'))
  return text === '' || (number > -100 && number <= 1)
}

/**
 * What prices are that do not say it themselves, by the others of their file: of the form that those have; American
 * where all are whole numbers of 100 and more; else decimal. Null where the others have several forms.
 */
export const formOf = (written: readonly string[]): PriceForm | null => {
  const prices = written.map((price) => price.trim()).filter((price) => !isNothing(price))
  const [form, ...others] = new Set(prices.flatMap((price) => ownForm(price) ?? []))
  if (others.length > 0) return null
  if (form !== undefined) return form
  const numbers = prices.filter((price) => !Number.isNaN(Number(price)))
  return numbers.length > 0 && numbers.every((price) => /^\d{3,}$/.test(price)) ? 'american' : 'decimal'
}

const convert = (text: string, form: PriceForm | null): number => {
  if (/^ev(en)?s?$/i.test(text)) return 2
  switch (form) {
    case 'decimal':
      return fromDecimal(text)
    case 'fractional':
      return fromFractional(text)
    case 'american':
      return fromAmerican(text)
    case null:
      throw new NoPrice(
        `"${text}" may be decimal, fractional or American odds, of which there are several here: keep each in a file of its own`,
      )
  }
}

/**
 * A price as a feed writes it, in decimals; null where none is offered: nothing, 0, what returns no more than the stake
 * and what is beyond every bookmaker's.
 *
 * @param form what it is where it does not say so itself; see formOf
 * @throws NoPrice for what is no price, or may be two
 */
export const decimalPrice = (written: string, form: PriceForm | null): number | null => {
  const text = written.trim()
  if (isNothing(text)) return null
  const price = convert(text, ownForm(text) ?? form)
  return price > 1 && price <= MAX_PRICE ? price : null
}
