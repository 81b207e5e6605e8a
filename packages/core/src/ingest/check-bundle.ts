import { createHash } from 'node:crypto'
import { GameBundle, type CheckedBundle } from '../contract/index.ts'
import type { Fence } from './fence.ts'
import { BundleName, reasonOf, refusalNameOf, type ListedRefusal } from './refusals.ts'
import { validate } from './validate.ts'

/** The hash of a bundle, by which the same bundle is recognized when it is sent again. */
export const hashOf = (bundle: CheckedBundle): Buffer<ArrayBuffer> =>
  createHash('sha256').update(JSON.stringify(bundle)).digest()

/** A bundle that is valid in itself, with its hash. */
export type CheckedEntry = { checked: CheckedBundle; hash: Buffer<ArrayBuffer>; refused?: never }

/** A bundle to ingest, or why it is refused whatever is stored; with the claim under which it is written, if there is one. */
export type Entry = (CheckedEntry | { checked?: never; refused: ListedRefusal }) & { fence?: Fence | undefined }

/** Checks a bundle by itself, without the database. */
export const checkBundle = (bundle: GameBundle, location: string | undefined): Entry => {
  try {
    const checked = GameBundle.parse(bundle)
    validate(checked)
    return { checked, hash: hashOf(checked) }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return { refused: { ...refusalNameOf(BundleName, bundle, location), reason } }
  }
}
