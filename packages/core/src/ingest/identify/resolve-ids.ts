import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { ID_ALPHABET, ID_PREFIX, type RecordKind } from '../../contract/index.ts'
import { externalIds, type Store } from '../../store/index.ts'
import { Refusal } from '../refusals.ts'

/** A record and its external identifiers; the first one is that of the bundle's source. */
export type SourceRecord = { kind: RecordKind; names: { source: string; external_id: string }[] }

const ID_BITS = 40n

/**
 * The candidate for the identifier of a new record: the first 40 bits of a hash, so that databases with the same imports
 * have the same identifiers.
 *
 * @param attempt the number of earlier candidates that were in use
 */
export const candidateId = (kind: RecordKind, source: string, external_id: string, attempt: number): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, source, external_id, attempt]))
    .digest()
  let bits = hash.readBigUInt64BE() >> (64n - ID_BITS)
  let text = ''
  for (let i = 0; i < 8; i++) {
    text += ID_ALPHABET.charAt(Number(bits & 31n))
    bits >>= 5n
  }
  return ID_PREFIX[kind] + text
}

/** An external identifier and the identifier stored for it. */
export const KnownId = z.object({ kind: z.string(), source: z.string(), external_id: z.string(), id: z.string() })
/** An external identifier and the identifier stored for it. */
export type KnownId = z.infer<typeof KnownId>

/** An external identifier as the key of a map. */
export const nameKey = (kind: string, source: string, external_id: string): string =>
  JSON.stringify([kind, source, external_id])

const newId = ({ kind, names: [first] }: SourceRecord, isUsed: (id: string) => boolean): string => {
  if (first === undefined) throw new Refusal(`a ${kind} has no name`)
  let attempt = 0
  while (isUsed(candidateId(kind, first.source, first.external_id, attempt))) attempt++
  return candidateId(kind, first.source, first.external_id, attempt)
}

/** Two stored records that a bundle says are one: the first one belongs to its own source, if that has one. */
export class TwoRecords extends Refusal {
  readonly kind: RecordKind
  readonly from: string
  readonly into: string

  constructor(message: string, { kind, from, into }: { kind: RecordKind; from: string; into: string }) {
    super(message)
    this.kind = kind
    this.from = from
    this.into = into
  }
}

/** The identifiers in the order of the records, which of them are new, and the external identifiers to store. */
export type ResolvedIds = { ids: string[]; newIds: ReadonlySet<string>; newNames: KnownId[] }

/**
 * Resolves records to identifiers: the known one, or else a new one.
 *
 * @param knownIds identifiers by `nameKey`
 * @param usedIds identifiers that a new record cannot get
 * @throws TwoRecords when two external identifiers of one record belong to different stored ones, Refusal when one of these is
 *   another record of the bundle
 */
export const resolveIds = (
  records: readonly SourceRecord[],
  knownIds: ReadonlyMap<string, string>,
  usedIds: ReadonlySet<string>,
): ResolvedIds => {
  const idByNewName = new Map<string, string>()
  const findId = (key: string) => knownIds.get(key) ?? idByNewName.get(key)
  const newIds = new Set<string>()
  const newNames: KnownId[] = []
  const ids = records.map((record) => {
    const { kind, names } = record
    const keys = names.map(({ source, external_id }) => nameKey(kind, source, external_id))
    const known = new Set(keys.flatMap((key) => findId(key) ?? []))
    if (known.size > 1) {
      const listed = names.map(({ source, external_id }) => `${source} ${external_id}`).join(', ')
      const reason = `${listed} are one ${kind} in the bundle, but ${known.size} are stored`
      const [own] = keys
      const [first, second] = keys
        .flatMap((key) => knownIds.get(key) ?? [])
        .filter((id, at, all) => all.indexOf(id) === at)
      if (first === undefined || second === undefined || [...known].some((id) => newIds.has(id)))
        throw new Refusal(reason)
      const isOwn = own !== undefined && knownIds.has(own)
      throw new TwoRecords(reason, isOwn ? { kind, from: first, into: second } : { kind, from: second, into: first })
    }
    const [knownId] = known
    const id = knownId ?? newId(record, (candidate) => newIds.has(candidate) || usedIds.has(candidate))
    if (knownId === undefined) newIds.add(id)
    for (const [index, { source, external_id }] of names.entries()) {
      const key = keys[index]
      if (key === undefined || findId(key) !== undefined) continue
      newNames.push({ kind, source, external_id, id })
      idByNewName.set(key, id)
    }
    return id
  })
  return { ids, newIds, newNames }
}

export const selectExternalIds = async (
  { db }: Store,
  kind: RecordKind,
  source: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .select({ id: externalIds.id, external_id: externalIds.external_id })
    .from(externalIds)
    .where(and(eq(externalIds.kind, kind), eq(externalIds.source, source)))
  return new Map(rows.map(({ id, external_id }) => [id, external_id]))
}
