import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { ExternalName, Source } from '../contract/index.ts'
import { InvalidValue, notFound } from '../errors.ts'
import { writeCalls, writeKeys, type Database, type Store } from '../store/index.ts'
import { insertAudit, type Actor } from './audit-queries.ts'
import { newKey, toFingerprint, toHint } from './key.ts'
import { parseKeyName, repeatableId } from './queries.ts'

/**
 * The metadata of a write key, without the key itself. `competition` is the external id of the only competition whose games it
 * writes, null for all games of the source; `created_by` is the account that was signed in, null for the command line and embedding
 * apps; `last_used_at` is up to a minute behind.
 */
export type WriteKey = {
  id: string
  source: string
  competition: string | null
  name: string
  hint: string
  created_by: string | null
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** What a write key may write, what it is called, and the account that is signed in, for the audit log. */
export type WriteKeyOptions = { source: string; competition?: string | null; name?: string; by?: Actor }

/** A write key that was just created, with the key itself. */
export type CreatedWriteKey = Pick<WriteKey, 'id' | 'source' | 'competition' | 'name'> & { key: string }

const describeScope = ({ source, competition }: Pick<WriteKey, 'source' | 'competition'>): string =>
  competition === null ? `source ${source}` : `competition ${competition} of source ${source}`

/** What a writer may write. @throws ServiceError bad_request for a source or a competition that cannot be one */
export const parseScope = ({ source, competition = null }: Pick<WriteKeyOptions, 'source' | 'competition'>) => {
  const named = Source.safeParse(source)
  if (!named.success) throw new InvalidValue('source', `${named.error.issues[0]?.message ?? 'is wrong'}.`)
  const limited = ExternalName.nullable().safeParse(competition)
  if (!limited.success) throw new InvalidValue('competition', `${limited.error.issues[0]?.message ?? 'is wrong'}.`)
  return { source: named.data, competition: limited.data }
}

export const createWriteKeyOnce = async (
  store: Store,
  idempotencyKey: string,
  options: WriteKeyOptions,
): Promise<CreatedWriteKey | null> => {
  const { by = null } = options
  const id = repeatableId('wk_', by, idempotencyKey)
  const scope = parseScope(options)
  const name = parseKeyName(options.name ?? '')
  return store.lockingTransaction(async (tx) => {
    const key = newKey('write')
    const hint = toHint(key)
    const fingerprint = Buffer.from(toFingerprint(key), 'hex')
    const created = await tx
      .insert(writeKeys)
      .values({ id, fingerprint, hint, ...scope, name, created_by: by })
      .onConflictDoNothing({ target: writeKeys.id })
      .returning({ id: writeKeys.id })
    if (created.length === 0) return null
    const detail = `${id} ${hint} for ${describeScope(scope)}`
    await insertAudit(tx, { account: null, by, action: 'write key created', detail })
    return { id, ...scope, name, key }
  })
}

export const createWriteKey = async (store: Store, options: WriteKeyOptions): Promise<CreatedWriteKey> => {
  const created = await createWriteKeyOnce(store, randomUUID(), options)
  if (created === null) throw new RangeError('two write keys have the same id')
  return created
}

const listedColumns = {
  id: writeKeys.id,
  source: writeKeys.source,
  competition: writeKeys.competition,
  name: writeKeys.name,
  hint: writeKeys.hint,
  created_by: writeKeys.created_by,
  created_at: writeKeys.created_at,
  last_used_at: writeKeys.last_used_at,
  revoked_at: writeKeys.revoked_at,
}

export const listWriteKeys = ({ db }: Store, { source }: { source?: string | undefined } = {}): Promise<WriteKey[]> =>
  db
    .select(listedColumns)
    .from(writeKeys)
    .where(source === undefined ? undefined : eq(writeKeys.source, source))
    .orderBy(desc(writeKeys.created_at), writeKeys.id)

export const revokeWriteKey = (store: Store, id: string, { by = null }: { by?: Actor } = {}): Promise<WriteKey> =>
  store.lockingTransaction(async (tx) => {
    const [changed] = await tx
      .update(writeKeys)
      .set({ revoked_at: sql`now()` })
      .where(and(eq(writeKeys.id, id), isNull(writeKeys.revoked_at)))
      .returning(listedColumns)
    if (changed !== undefined) {
      const detail = `${id} ${changed.hint} for ${describeScope(changed)}`
      await insertAudit(tx, { account: null, by, action: 'write key revoked', detail })
      return changed
    }
    const [revoked] = await tx.select(listedColumns).from(writeKeys).where(eq(writeKeys.id, id))
    if (revoked === undefined) throw notFound('write key', id)
    return revoked
  })

const isActive = (key: string) =>
  and(eq(writeKeys.fingerprint, Buffer.from(toFingerprint(key), 'hex')), isNull(writeKeys.revoked_at))

/** What an active key may write; undefined for an unknown or revoked one. */
export const selectActiveWriteKey = async (
  { db }: Store,
  key: string,
): Promise<Pick<WriteKey, 'id' | 'source' | 'competition' | 'last_used_at'> | undefined> => {
  const { id, source, competition, last_used_at } = listedColumns
  const [found] = await db.select({ id, source, competition, last_used_at }).from(writeKeys).where(isActive(key))
  return found
}

/** Whether a key is active still. */
export const isWriteKeyActive = async ({ db }: Store, id: string): Promise<boolean> =>
  (await db.$count(writeKeys, and(eq(writeKeys.id, id), isNull(writeKeys.revoked_at)))) > 0

/** Records that a key is used, unless its last use is known to the minute. */
export const touchWriteKey = async ({ db }: Store, id: string): Promise<void> => {
  const isStale = sql`coalesce(${writeKeys.last_used_at} < now() - interval '1 minute', true)`
  await db
    .update(writeKeys)
    .set({ last_used_at: sql`now()` })
    .where(and(eq(writeKeys.id, id), isStale))
}

/** The earlier call of a write key with an `Idempotency-Key`, in the last 24 hours; undefined without one. */
export const selectWriteCall = async (db: Database, keyId: string, key: string) => {
  const [call] = await db
    .select({ body_hash: writeCalls.body_hash, response: writeCalls.response })
    .from(writeCalls)
    .where(
      and(
        eq(writeCalls.key_id, keyId),
        eq(writeCalls.key, key),
        gt(writeCalls.created_at, sql`now() - interval '24 hours'`),
      ),
    )
  return call
}

/** Stores the response to a call with an `Idempotency-Key`. Replaces an expired key. */
export const insertWriteCall = async (tx: Database, row: typeof writeCalls.$inferInsert): Promise<void> => {
  const { body_hash, response } = row
  await tx
    .insert(writeCalls)
    .values(row)
    .onConflictDoUpdate({
      target: [writeCalls.key_id, writeCalls.key],
      set: { body_hash, response, created_at: sql`now()` },
    })
}

/** Deletes the responses that no call gets any longer. */
export const pruneWriteCalls = async ({ db }: Store): Promise<void> => {
  await db.delete(writeCalls).where(lt(writeCalls.created_at, sql`now() - interval '24 hours'`))
}
