import { EVERYTHING, RECORD_ID } from '../contract/index.ts'
import type { Invalidation } from '../operation.ts'

const IS_RECORD_ID = new RegExp(`^${RECORD_ID}$`)

/**
 * The tags of what a response depends on, whether or not it names it: these parts of the records in its input; of all
 * records without one there. A description can bring any record into a list or take it out, so all of them count.
 */
export const dependsOn = (parts: readonly Invalidation[], input: Readonly<Record<string, unknown>>): string[] => {
  const ids = Object.values(input).filter((value) => typeof value === 'string' && IS_RECORD_ID.test(value))
  return parts.flatMap((part) => {
    if (part === 'all games') return `${EVERYTHING} games`
    if (part === 'description' || ids.length === 0) return `${EVERYTHING} ${part}`
    return ids.map((id) => `${String(id)} ${part}`)
  })
}
