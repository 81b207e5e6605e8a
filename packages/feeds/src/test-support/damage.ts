import { isDeepStrictEqual } from 'node:util'
import type { Core } from '@basketball-data/core'
import type { GameBundle } from '@basketball-data/core/contract'

/** What is done to a field: it is removed, or gets a value that it cannot have. */
const DAMAGE: readonly [name: string, value?: unknown][] = [
  ['absent'],
  ['null', null],
  ['false', false],
  ['0.5', 0.5],
  ['-1', -1],
  ['huge', 1e9],
  ['empty', ''],
  ['text', 'x'],
]

/** A part of a response, whose fields are damaged one at a time. In an array, the names of its fields are `columns`. */
export type Part = {
  name: string
  value: object
  fields: readonly string[]
  columns?: readonly string[]
  /** Damage that leaves a field with a value that it can have, and is not tried. */
  except?: readonly string[]
}

const withoutNotes = ({ notes: _, ...content }: GameBundle) => content

/**
 * Damages the fields one at a time, and lists the damage that changes what is stored of the game, although the import has
 * the same notes and warnings as without it.
 *
 * @param read reads the responses that have these parts
 * @param every tries one of so many kinds of damage, in each run others: an odd number, so that each field gets all kinds in some row
 */
export const findSilentDamage = async (
  core: Pick<Core, 'ingest'>,
  parts: readonly Part[],
  read: () => GameBundle,
  every: number,
): Promise<string[]> => {
  const ingest = async (bundle: GameBundle): Promise<unknown> => {
    const result = await core.ingest(bundle, { notify: false })
    return result.outcome === 'refused' ? result.reason : result.warnings
  }
  const tryToRead = (): GameBundle | null => {
    try {
      return read()
    } catch {
      return null
    }
  }
  const whole = read()
  const warnings = await ingest(whole)
  /** Whether games have the same warnings as without damage. Different damage often makes the same game. */
  const unwarned = new Map<string, boolean>()
  const isUnwarned = async (bundle: GameBundle): Promise<boolean> => {
    const text = JSON.stringify(bundle)
    const known = unwarned.get(text) ?? isDeepStrictEqual(await ingest(bundle), warnings)
    unwarned.set(text, known)
    return known
  }
  const isSilent = async (): Promise<boolean> => {
    const bundle = tryToRead()
    if (bundle === null || !isDeepStrictEqual(bundle.notes, whole.notes)) return false
    return !isDeepStrictEqual(withoutNotes(bundle), withoutNotes(whole)) && isUnwarned(bundle)
  }
  const silent: string[] = []
  let next = Math.trunc(Math.random() * every)
  for (const { name, value, fields, columns, except = [] } of parts)
    for (const field of fields) {
      const key = columns === undefined ? field : columns.indexOf(field)
      const undamaged: unknown = Reflect.get(value, key)
      for (const [damage, damaged] of DAMAGE) {
        if (except.includes(damage) || next-- > 0) continue
        next = every - 1
        if (damage === 'absent') Reflect.deleteProperty(value, key)
        else Reflect.set(value, key, damaged)
        if (await isSilent()) silent.push(`${name}, ${field}: ${damage}`)
      }
      Reflect.set(value, key, undamaged)
    }
  return silent
}
