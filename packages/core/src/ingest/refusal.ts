import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ExternalName, Source } from '../contract/index.ts'

/** Why a bundle cannot be right. Thrown inside the ingest transaction, so that nothing of the bundle stays. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** A value that the database cannot hold (SQL state 22…), or a check or foreign key that the bundle breaks (23…). */
const isImpossible = (error: unknown): error is Error => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^2[23]/.test(cause.code)
}

/** Why something cannot be right, by what was thrown over it; undefined where that was no fault of its own. */
export const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof Refusal) return error.message
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (isImpossible(error))
    return `the database refuses it: ${error.cause instanceof Error ? error.cause.message : error.message}`
  return undefined
}

/** What the list of refusals keeps a game or a place under. */
export type RefusalName = { source: string; external_id: string }

/** The source of what does not say by a name that can be kept which game it is. */
export const UNNAMED = 'unknown'

/** How an event of a price feed names itself. */
export const EventName = z.object({ source: Source, external_id: ExternalName })
/** How a bundle names its game. */
export const BundleName = z
  .object({ source: Source, game: z.object({ external_id: ExternalName }) })
  .transform(({ source, game }) => ({ source, external_id: game.external_id }))

const hashOf = (value: unknown): string => {
  try {
    const json = JSON.stringify(value) ?? String(value)
    return createHash('sha256').update(json).digest('hex').slice(0, 16)
  } catch {
    return 'no JSON' // a bigint or a circle
  }
}

/** What something is refused under: its own name, else the place where it was found, else a hash of its content. */
export const refusalNameOf = (named: z.ZodType<RefusalName>, value: unknown, place?: string): RefusalName => {
  const name = named.safeParse(value)
  return name.success ? name.data : { source: UNNAMED, external_id: place ?? hashOf(value) }
}

/** A refusal as it is listed. */
export type ListedRefusal = RefusalName & { reason: string }

const held = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Cut in front: what tells one place from another is at its end. */
const ending = (text: string, most: number): string => (text.length > most ? `…${text.slice(1 - most)}` : text)

/** A refusal cut to what the list can hold: its names are an index, whose rows Postgres keeps short. */
export const listedRefusal = ({ source, external_id, reason }: ListedRefusal): ListedRefusal => ({
  source: held(ending(source, 100)),
  external_id: held(ending(external_id, 500)),
  reason: held(reason.slice(0, 2000)),
})
