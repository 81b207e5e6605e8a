import { and, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { ID_ALPHABET, MAX_ACTIVE_KEYS, type Plan } from '../contract/index.ts'
import { HIDDEN_CHARACTER, text } from '../contract/scalars.ts'
import { badRequest, notFound } from '../errors.ts'
import { accountCounts, accounts, apiKeys, keyUsage, type Database, type Store } from '../store/index.ts'
import { insertAudit, type Actor } from './audit-queries.ts'
import { parseEmailAddress, type EmailAddress } from './email-address.ts'
import { toFingerprint, toHint, newKey } from './key.ts'

/** An account with its plan. It is not part of the HTTP contract. */
export type Account = { id: string; email: string; plan: Plan; operator: boolean; created_at: Date }

/**
 * The metadata of a key, without the key itself. `name` is what its owner calls it, empty if nothing; `last_used_at` is null
 * if it was not used in the last 90 days, and some seconds behind.
 */
export type ApiKey = {
  id: string
  account: string
  name: string
  hint: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const toId = (prefix: string, bytes: Uint8Array): string =>
  prefix + Array.from(bytes.subarray(0, 8), (byte) => ID_ALPHABET.charAt(byte % 32)).join('')

/** A new random id. */
const randomId = (prefix: string): string => toId(prefix, randomBytes(8))

/** The id of what an idempotency key of its owner creates, so that one creates one. */
export const repeatableId = (prefix: string, owner: string | null, idempotencyKey: string): string =>
  toId(prefix, createHash('sha256').update(`${owner} ${idempotencyKey}`).digest())

/**
 * Inserts an account with the row that counts its calls, and logs it.
 * @param account the e-mail address in its normal form
 * @param creation who has created it, or that it has signed up by itself
 * @returns undefined if the address has an account
 */
export const insertAccount = async (
  tx: Database,
  account: { email: string; plan: Plan; operator?: boolean },
  creation: { by: Actor } | { signedUp: true },
): Promise<Account | undefined> => {
  const [created] = await tx
    .insert(accounts)
    .values({ id: randomId('ac_'), ...account })
    .onConflictDoNothing({ target: accounts.email })
    .returning()
  if (created === undefined) return undefined
  await tx.insert(accountCounts).values({ account_id: created.id })
  const { id, plan, operator } = created
  const signedUp = 'signedUp' in creation
  const detail = `${signedUp ? 'signed up, ' : ''}plan ${plan}${operator ? ', operator' : ''}`
  await insertAudit(tx, { account: id, by: signedUp ? id : creation.by, action: 'account created', detail })
  return created
}

/** The account of an e-mail address, in whatever spelling it is stored; undefined without one. */
const selectAccountByEmail = async (db: Database, { spellings }: EmailAddress): Promise<Account | undefined> => {
  const found = await db
    .select()
    .from(accounts)
    .where(inArray(accounts.email, [...spellings]))
  return found.toSorted((a, b) => spellings.indexOf(a.email) - spellings.indexOf(b.email))[0]
}

export const createAccount = async (
  store: Store,
  { email, plan, operator = false, by = null }: { email: string; plan: Plan; operator?: boolean; by?: Actor },
): Promise<Account> => {
  const parsed = parseEmailAddress(email)
  const { address } = parsed
  const created = await store.lockingTransaction(async (tx) =>
    (await selectAccountByEmail(tx, parsed)) === undefined
      ? insertAccount(tx, { email: address, plan, operator }, { by })
      : undefined,
  )
  if (created === undefined) throw badRequest(`There is an account of ${address} already.`)
  return created
}

export const listAccounts = (store: Store): Promise<Account[]> =>
  store.db.select().from(accounts).orderBy(accounts.created_at, accounts.id)

export const getAccount = async ({ db }: Pick<Store, 'db'>, id: string): Promise<Account> => {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (account === undefined) throw notFound('account', id)
  return account
}

export const setPlan = (store: Store, id: string, plan: Plan, { by = null }: { by?: Actor } = {}): Promise<Account> =>
  store.lockingTransaction(async (tx) => {
    const [before] = await tx
      .select({ plan: accounts.plan })
      .from(accounts)
      .where(eq(accounts.id, id))
      .for('no key update')
    const [changed] = await tx.update(accounts).set({ plan }).where(eq(accounts.id, id)).returning()
    if (before === undefined || changed === undefined) throw notFound('account', id)
    if (before.plan !== plan)
      await insertAudit(tx, { account: id, by, action: 'plan changed', detail: `from ${before.plan} to ${plan}` })
    return changed
  })

export const getAccountByEmail = async (store: Store, email: string): Promise<Account> => {
  const parsed = parseEmailAddress(email)
  const account = await selectAccountByEmail(store.db, parsed)
  if (account === undefined) throw notFound('account', parsed.address)
  return account
}

const getRole = (operator: boolean): string => (operator ? 'operator' : 'account holder')

export const setOperator = (
  store: Store,
  id: string,
  operator: boolean,
  { by = null }: { by?: Actor } = {},
): Promise<Account> =>
  store.lockingTransaction(async (tx) => {
    const [changed] = await tx
      .update(accounts)
      .set({ operator })
      .where(and(eq(accounts.id, id), ne(accounts.operator, operator)))
      .returning()
    if (changed === undefined) return getAccount({ db: tx }, id)
    const detail = `from ${getRole(!operator)} to ${getRole(operator)}`
    await insertAudit(tx, { account: id, by, action: 'role changed', detail })
    return changed
  })

/** The name of a key is one line of characters that are seen: the terminals and pages that list it would obey others. */
const KeyName = text(100).refine(
  (name) => !HIDDEN_CHARACTER.test(name),
  'must be one line, without control characters and others that are not seen',
)

/** @throws ServiceError bad_request for a name that is too long or cannot be stored */
export const parseKeyName = (name: string): string => {
  const parsed = KeyName.safeParse(name.trim())
  if (!parsed.success) throw badRequest(`The name of a key ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
  return parsed.data
}

/** A key that was just created. */
type CreatedKey = { id: string; account: string; name: string; key: string }

/** What a key is called, empty by default, and the account that is signed in, for the audit log. */
export type KeyOptions = { name?: string; by?: Actor }

/**
 * Creates a key and returns it, only this once: the database stores its fingerprint. Null if this account has used the idempotency
 * key before: it decides the id of the key, so that one creates one key.
 * @throws ServiceError not_found for an unknown account, bad_request if it has MAX_ACTIVE_KEYS active keys or for a bad name
 */
export const createKeyOnce = (
  store: Store,
  account: string,
  idempotencyKey: string,
  options: KeyOptions = {},
): Promise<CreatedKey | null> => {
  const id = repeatableId('ak_', account, idempotencyKey)
  const name = parseKeyName(options.name ?? '')
  return store.lockingTransaction(async (tx) => {
    const [owner] = await tx.select().from(accounts).where(eq(accounts.id, account)).for('no key update')
    if (owner === undefined) throw notFound('account', account)
    if ((await tx.$count(apiKeys, eq(apiKeys.id, id))) > 0) return null
    const active = and(eq(apiKeys.account_id, account), isNull(apiKeys.revoked_at))
    const [existing] = await tx.select({ keys: count() }).from(apiKeys).where(active)
    if ((existing?.keys ?? 0) >= MAX_ACTIVE_KEYS)
      throw badRequest(`Account ${account} has ${MAX_ACTIVE_KEYS} active keys already; revoke one first.`)
    const key = newKey()
    const hint = toHint(key)
    await tx
      .insert(apiKeys)
      .values({ id, account_id: account, fingerprint: Buffer.from(toFingerprint(key), 'hex'), hint, name })
    await insertAudit(tx, { account, by: options.by ?? null, action: 'key created', detail: `${id} ${hint}` })
    return { id, account, name, key }
  })
}

export const createKey = async (store: Store, account: string, options?: KeyOptions): Promise<CreatedKey> => {
  const created = await createKeyOnce(store, account, randomUUID(), options)
  if (created === null) throw new RangeError('two keys have the same id')
  return created
}

const listedColumns = {
  id: apiKeys.id,
  account: apiKeys.account_id,
  name: apiKeys.name,
  hint: apiKeys.hint,
  created_at: apiKeys.created_at,
  last_used_at: sql<Date | null>`(select max(u.last_at) from ${keyUsage} u where u.key_id = ${apiKeys.id})`
    .mapWith(apiKeys.created_at)
    .as('last_used_at'),
  revoked_at: apiKeys.revoked_at,
}

export const listKeys = async (store: Store, account: string): Promise<ApiKey[]> => {
  const { id } = await getAccount(store, account)
  return store.db
    .select(listedColumns)
    .from(apiKeys)
    .where(eq(apiKeys.account_id, id))
    .orderBy(desc(apiKeys.created_at), apiKeys.id)
}

export const revokeKey = (
  store: Store,
  id: string,
  { account, by = null }: { account?: string; by?: Actor } = {},
): Promise<ApiKey> =>
  store.lockingTransaction(async (tx) => {
    const isKey = and(eq(apiKeys.id, id), account === undefined ? undefined : eq(apiKeys.account_id, account))
    const [changed] = await tx
      .update(apiKeys)
      .set({ revoked_at: sql`now()` })
      .where(and(isKey, isNull(apiKeys.revoked_at)))
      .returning({ account: apiKeys.account_id, hint: apiKeys.hint })
    if (changed !== undefined)
      await insertAudit(tx, { account: changed.account, by, action: 'key revoked', detail: `${id} ${changed.hint}` })
    const [revoked] = await tx.select(listedColumns).from(apiKeys).where(isKey)
    if (revoked === undefined) throw notFound('key', id)
    return revoked
  })
