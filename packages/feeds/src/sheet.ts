import type { BundleLine, BundleStats } from '@basketball-data/core/contract'
import { counted, noteIf, type Note } from './notes.ts'

/** One team's half of the score sheet; `people` as the feed names them. */
export type Sheet<Person> = {
  totals: BundleStats | null
  lines: BundleLine[]
  people: Person[]
  notes: Note[]
}

/** A whole number of either sign; null for any other. */
export const whole = (value: number | null): number | null => (Number.isInteger(value) ? value : null)

/** A whole number from nought; null for any other. */
export const count = (value: number | null): number | null => (value !== null && value < 0 ? null : whole(value))

/** That a team has other than five starters. */
export const starterNotes = (lines: BundleLine[], team: string): Note[] => {
  const starters = lines.filter(({ starter }) => starter).length
  return noteIf(starters !== 5, 'starters', `${team}: ${counted(starters, 'starter')} on the score sheet.`)
}
