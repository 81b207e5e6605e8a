/** The sum of terms; null where one of them is unknown, 0 of nothing. */
export const total = (terms: readonly (number | null | undefined)[]): number | null =>
  terms.reduce<number | null>((sum, term) => (sum === null || term == null ? null : sum + term), 0)
