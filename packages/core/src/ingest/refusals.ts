import { createHash } from 'node:crypto'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ExternalName, MAX_ERROR_DETAILS, Source, type ErrorDetail } from '../contract/index.ts'
import { toDetails } from '../errors.ts'
import { execute, refusals, type Database, type Store } from '../store/index.ts'

/** An invalid bundle or event. It is thrown inside the transaction, so that nothing is written. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** The code of the error that the writer gets. */
  readonly code: 'bad_request' | 'not_found' = 'bad_request'
  /** What is wrong with the bundle, value by value. */
  readonly details: readonly ErrorDetail[]

  /** @param where the JSON pointer of what is wrong, by default the whole bundle; or what is wrong, value by value */
  constructor(message: string, where: string | readonly ErrorDetail[] = '') {
    super(message)
    this.details = typeof where === 'string' ? [{ pointer: where, message }] : where
  }
}

/** A value that the database cannot store (SQL state 22…), or a violated check or foreign key (23…). */
const isInvalidData = (error: unknown): error is Error => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^2[23]/.test(cause.code)
}

/** The reason of a refusal, from the error that the input caused; undefined for an error that it did not cause. */
export const toReason = (error: unknown): string | undefined => {
  if (error instanceof Refusal) return error.message
  if (error instanceof z.ZodError) return z.prettifyError({ issues: error.issues.slice(0, MAX_ERROR_DETAILS) })
  if (isInvalidData(error))
    return `the database refuses it: ${error.cause instanceof Error ? error.cause.message : error.message}`
  return undefined
}

/** Why a bundle is refused: in words, and for the one who has sent it; undefined for an error that the bundle did not cause. */
export const explainRefusal = (error: unknown): Omit<RefusedBundle, keyof RefusalName> | undefined => {
  const reason = toReason(error)
  if (reason === undefined) return undefined
  if (error instanceof Refusal) return { reason, code: error.code, details: error.details }
  if (error instanceof z.ZodError) return { reason, code: 'bad_request', details: toDetails(error.issues) }
  return { reason, code: 'bad_request', details: [{ pointer: '', message: 'a value of it cannot be stored' }] }
}

/** The name that a refusal is listed under. */
export type RefusalName = { source: string; external_id: string }

/** The source of refused input that does not name its game. */
const UNKNOWN_SOURCE = 'unknown'

/** The name of a priced event. */
export const EventName = z.object({ source: Source, external_id: ExternalName })
/** The name of a bundle's game. */
export const BundleName = z
  .object({ source: Source, game: z.object({ external_id: ExternalName }) })
  .transform(({ source, game }) => ({ source, external_id: game.external_id }))

const hashValue = (value: unknown): string => {
  try {
    const json = JSON.stringify(value) ?? String(value)
    return createHash('sha256').update(json).digest('hex').slice(0, 16)
  } catch {
    return 'no JSON' // a bigint or a circular reference
  }
}

/** The input's own name, or else its location, or else a hash of its content. */
export const readRefusalName = (schema: z.ZodType<RefusalName>, value: unknown, location?: string): RefusalName => {
  const name = schema.safeParse(value)
  return name.success ? name.data : { source: UNKNOWN_SOURCE, external_id: location ?? hashValue(value) }
}

/** An entry of the list of refusals. */
export type ListedRefusal = RefusalName & { reason: string }

/** A bundle that is refused; `details` are up to 20, and say less of the database than the reason does. */
export type RefusedBundle = ListedRefusal & Pick<Refusal, 'code' | 'details'>

const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Cuts the start of a text, because locations differ at their end. */
const lastPart = (text: string, length: number): string => (text.length > length ? `…${text.slice(1 - length)}` : text)

/** A refusal cut to the lengths of the list; the names are an index key, whose size Postgres limits. */
export const listedAs = ({ source, external_id, reason }: ListedRefusal): ListedRefusal => ({
  source: storable(lastPart(source, 100)),
  external_id: storable(lastPart(external_id, 500)),
  reason: storable(reason.slice(0, 2000)),
})

/** A name as the key of a map. */
export const refusalKey = ({ source, external_id }: RefusalName): string => JSON.stringify([source, external_id])

/** Adds refusals to the list, or updates their reasons; of two with one name the last. Returns the entries. */
export const recordRefusals = async (db: Database, refused: readonly ListedRefusal[]): Promise<ListedRefusal[]> => {
  const entries = refused.map(listedAs)
  const listed = [...new Map(entries.map((entry) => [refusalKey(entry), entry])).values()]
  if (listed.length > 0)
    await execute(
      db,
      sql`insert into refusals (source, external_id, reason)
          select source, external_id, reason
          from json_to_recordset(${JSON.stringify(listed)}::json) as r (source text, external_id text, reason text)
          on conflict (source, external_id) do update set reason = excluded.reason, refused_at = now()`,
    )
  return entries
}

/** Adds a refusal to the list, or updates its reason; returns the entry. */
export const recordRefusal = async ({ db }: Store, refusal: ListedRefusal): Promise<ListedRefusal> => {
  await recordRefusals(db, [refusal])
  return listedAs(refusal)
}

export const refuseInput = (store: Store, location: string, reason: string): Promise<ListedRefusal> =>
  recordRefusal(store, { source: UNKNOWN_SOURCE, external_id: location, reason })

export const clearRefusals = async ({ db }: Store, prefix: string): Promise<void> => {
  await db
    .delete(refusals)
    .where(and(eq(refusals.source, UNKNOWN_SOURCE), sql`starts_with(${refusals.external_id}, ${prefix})`))
}

/** The statement that deletes the refusals of games, once they are accepted. */
export const deleteRefusals = (accepted: readonly RefusalName[]): SQL =>
  sql`delete from refusals r using json_to_recordset(${JSON.stringify(accepted)}::json) as a (source text, external_id text)
      where r.source = a.source and r.external_id = a.external_id`

export const listRefusals = ({ db }: Store) =>
  db.select().from(refusals).orderBy(asc(refusals.source), asc(refusals.external_id))
