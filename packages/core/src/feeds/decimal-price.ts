/** A price that is written in no form there is. */
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
  if (digits === '' || Number(digits) < 100) throw new NoPrice(`"${odds}" are no American odds`)
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
  if (Number(profit) === 0 || Number(stake) === 0) throw new NoPrice(`"${odds}" are no fractional odds`)
  return withStake({ over: BigInt(profit), under: BigInt(stake) })
}

const fromDecimal = (odds: string): number => {
  const price = Number(odds)
  if (!Number.isFinite(price) || price <= 1) throw new NoPrice(`"${odds}" is no price above 1`)
  return price
}

/** What numbers without a sign are: what comes back on a stake of 1, or American odds. */
export type UnsignedPrices = 'decimal' | 'american'

/**
 * A price as a feed writes it, in decimals. A fraction (10/11), a sign (-110, +150) and "evens" say what they are;
 * `unsigned` says it of any other number.
 *
 * @throws NoPrice for what is no price, or returns no more than the stake.
 */
export const decimalPrice = (written: string | number, unsigned: UnsignedPrices = 'decimal'): number => {
  const text = String(written).trim()
  if (/\d\s*[/-]\s*\d/.test(text)) return fromFractional(text)
  return unsigned === 'american' || /^([+−-]|ev)/i.test(text) ? fromAmerican(text) : fromDecimal(text)
}
