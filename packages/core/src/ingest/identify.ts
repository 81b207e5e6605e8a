import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ID_ALPHABET, ID_PREFIX, type RecordKind } from '../contract/index.ts'
import { execute, type Database } from '../store/index.ts'
import { Refusal } from './refusal.ts'

/** A record as sources name it; the first name is that of the bundle's own source. */
export type Named = { kind: RecordKind; names: { source: string; external_id: string }[] }

const ID_BITS = 40n

/**
 * The identifier a record gets at the `attempt`th try: the first 40 bits of a hash of its name, so that two databases
 * fed the same give the same identifiers. A later attempt is for an identifier that is taken.
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

/** The identifiers that records get where they are new and none of them is taken. */
export const firstCandidates = (records: readonly Named[]): string[] =>
  records.flatMap(({ kind, names: [first] }) =>
    first === undefined ? [] : [candidateId(kind, first.source, first.external_id, 0)],
  )

/** A name of a record and the identifier that is kept for it. */
export const KeptName = z.object({ kind: z.string(), source: z.string(), external_id: z.string(), id: z.string() })
type KeptName = z.infer<typeof KeptName>

const keyOf = (kind: string, source: string, external_id: string) => JSON.stringify([kind, source, external_id])

const mint = ({ kind, names }: Named, taken: ReadonlySet<string>, used: ReadonlySet<string>): string => {
  const [first] = names
  if (first === undefined) throw new Refusal(`a ${kind} has no name`)
  for (let attempt = 0; ; attempt++) {
    const id = candidateId(kind, first.source, first.external_id, attempt)
    if (!used.has(id) && !taken.has(id)) return id
  }
}

/** Identifiers in the order of their records, those of them that are new, and the names to be kept with them. */
export type Identified = { ids: string[]; fresh: ReadonlySet<string>; newNames: KeptName[] }

/**
 * The identifiers of records: those kept for their names, otherwise new ones but for those `taken`.
 * @throws Refusal when two names said to be of one record stand for two.
 */
export const identify = (
  records: readonly Named[],
  kept: readonly KeptName[],
  taken: ReadonlySet<string>,
): Identified => {
  const known = new Map(kept.map(({ kind, source, external_id, id }) => [keyOf(kind, source, external_id), id]))
  const used = new Set<string>()
  const fresh = new Set<string>()
  const newNames: KeptName[] = []
  const ids = records.map((record) => {
    const { kind, names } = record
    const found = new Set(names.flatMap(({ source, external_id }) => known.get(keyOf(kind, source, external_id)) ?? []))
    if (found.size > 1) {
      const named = names.map(({ source, external_id }) => `${source} ${external_id}`).join(', ')
      throw new Refusal(`${named} are said to be one ${kind}, but are known as ${found.size}`)
    }
    const [old] = found
    const id = old ?? mint(record, taken, used)
    used.add(id)
    if (old === undefined) fresh.add(id)
    for (const { source, external_id } of names) {
      const key = keyOf(kind, source, external_id)
      if (!known.has(key)) newNames.push({ kind, source, external_id, id })
      known.set(key, id)
    }
    return id
  })
  return { ids, fresh, newNames }
}

/** Which identifiers stand for records already. */
export const selectTaken = async (tx: Database, ids: readonly string[]): Promise<string[]> => {
  const rows = await execute(
    tx,
    sql`select distinct id from external_ids where id = any (${`{${ids.join(',')}}`}::text[])`,
  )
  return rows.map(({ id }) => String(id))
}
