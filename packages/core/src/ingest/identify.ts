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

const Row = z.object({ kind: z.string(), source: z.string(), external_id: z.string(), id: z.string() })
const keyOf = (kind: string, source: string, external_id: string) => JSON.stringify([kind, source, external_id])

const selectKnown = async (tx: Database, records: Named[]): Promise<Map<string, string>> => {
  const names = records.flatMap(({ kind, names }) => names.map((name) => ({ kind, ...name })))
  const rows = await execute(
    tx,
    sql`select e.kind, e.source, e.external_id, e.id
        from json_to_recordset(${JSON.stringify(names)}::json) as n (kind text, source text, external_id text)
        join external_ids e on e.kind = n.kind and e.source = n.source and e.external_id = n.external_id`,
  )
  return new Map(
    rows.map((row) => {
      const { kind, source, external_id, id } = Row.parse(row)
      return [keyOf(kind, source, external_id), id]
    }),
  )
}

const isTaken = async (tx: Database, id: string): Promise<boolean> =>
  (await execute(tx, sql`select 1 from external_ids where id = ${id} limit 1`)).length > 0

const mint = async (tx: Database, { kind, names }: Named, minted: Set<string>): Promise<string> => {
  const [first] = names
  if (first === undefined) throw new Refusal(`a ${kind} has no name`)
  for (let attempt = 0; ; attempt++) {
    const id = candidateId(kind, first.source, first.external_id, attempt)
    if (!minted.has(id) && !(await isTaken(tx, id))) return id
  }
}

/**
 * The identifiers of the records, in order; new records get new ones, new names of known records are kept with them.
 * Must run where nobody else writes games.
 * @throws Refusal when two names said to be of one record stand for two.
 */
export const identify = async (tx: Database, records: Named[]): Promise<string[]> => {
  const known = await selectKnown(tx, records)
  const fresh: (z.infer<typeof Row> & { kind: RecordKind })[] = []
  const minted = new Set<string>()
  const ids: string[] = []
  for (const record of records) {
    const { kind, names } = record
    const found = new Set(names.flatMap(({ source, external_id }) => known.get(keyOf(kind, source, external_id)) ?? []))
    if (found.size > 1) {
      const named = names.map(({ source, external_id }) => `${source} ${external_id}`).join(', ')
      throw new Refusal(`${named} are said to be one ${kind}, but are known as ${found.size}`)
    }
    const id = [...found][0] ?? (await mint(tx, record, minted))
    minted.add(id)
    ids.push(id)
    for (const { source, external_id } of names) {
      const key = keyOf(kind, source, external_id)
      if (!known.has(key)) fresh.push({ kind, source, external_id, id })
      known.set(key, id)
    }
  }
  if (fresh.length > 0)
    await execute(
      tx,
      sql`insert into external_ids (kind, source, external_id, id)
          select kind, source, external_id, id from json_populate_recordset(null::external_ids, ${JSON.stringify(fresh)}::json)`,
    )
  return ids
}
