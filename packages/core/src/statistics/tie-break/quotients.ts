import type { TeamGame } from '../team-game.ts'

/** An exact fraction; the denominator is above zero. */
export type Fraction = { numerator: bigint; denominator: bigint }

/**
 * The sum, over games, of points scored divided by points allowed, overtimes left out. Exact, because a sum of
 * floating quotients depends on the order of the games and would separate teams that are tied. An opponent without a
 * point, which only a forfeit knows, counts as having one.
 * Source: the EuroLeague's last published criterion.
 */
export const sumOfQuotients = (games: readonly TeamGame[]): Fraction =>
  games.reduce<Fraction>(
    ({ numerator, denominator }, { regulation_for, regulation_against }) => {
      const allowed = BigInt(Math.max(regulation_against, 1))
      return {
        numerator: numerator * allowed + BigInt(regulation_for) * denominator,
        denominator: denominator * allowed,
      }
    },
    { numerator: 0n, denominator: 1n },
  )

/** Compares fractions: below zero where the first is lower. */
export const byFraction = (a: Fraction, b: Fraction): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
