// What the files of an import may take together: an archive of a few kilobytes can unpack to gigabytes, and a form can have a thousand.

const LIMITS = {
  /** The lines of 300 games are 8,000. */
  rows: { max: 50_000, name: '50,000 rows' },
  /** Gaps within a row included. */
  cells: { max: 1_000_000, name: '1,000,000 cells' },
  /** Characters of the cells of workbooks. */
  text: { max: 50_000_000, name: '50 MB of text' },
  /** Bytes of the files in archives, decompressed; a season takes 10 million. */
  unpacked: { max: 60_000_000, name: '60 MB when they are unpacked' },
}

/** What is left for the files of an import. */
export type Budget = Record<keyof typeof LIMITS, number>

/** Thrown for files that are larger than any league; the message says by what. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

export const openBudget = (): Budget => ({
  rows: LIMITS.rows.max,
  cells: LIMITS.cells.max,
  text: LIMITS.text.max,
  unpacked: LIMITS.unpacked.max,
})

/** @throws {TooLarge} if there is less left */
export const requireRoom = (budget: Budget, what: keyof Budget, amount: number): void => {
  if (amount > budget[what])
    throw new TooLarge(`The files have more than ${LIMITS[what].name} together. Import a season at a time.`)
}

/** Takes from what is left. @throws {TooLarge} if there is less */
export const take = (budget: Budget, what: keyof Budget, amount: number): void => {
  requireRoom(budget, what, amount)
  budget[what] -= amount
}
