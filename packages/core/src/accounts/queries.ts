import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { ID_ALPHABET, MAX_ACTIVE_KEYS, type Plan } from '../contract/index.ts'
import { badRequest, notFound } from '../errors.ts'
import { accountCounts, accounts, apiKeys, type Store } from '../store/index.ts'
import { fingerprintOf, hintOf, newKey } from './key.ts'

/** An account with its plan. It is not part of the HTTP contract. */
export type Account = { id: string; email: string; plan: Plan; created_at: Date }

/** The metadata of a key, without the key itself. */
export type ApiKey = { id: string; account: string; hint: string; created_at: Date; revoked_at: Date | null }

const randomId = (prefix: string): string =>
  prefix + Array.from(randomBytes(8), (byte) => ID_ALPHABET.charAt(byte % 32)).join('')

/** @throws ServiceError bad_request for an invalid e-mail address, or one that has an account */
export const createAccount = async (store: Store, { email, plan }: { email: string; plan: Plan }): Promise<Account> => {
  const address = email.trim().toLowerCase()
  if (!/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]+$/u.test(address) || address.length > 254)
    throw badRequest(`"${email}" is not an e-mail address, like name@example.org.`)
  const created = await store.transaction(async (tx) => {
    const [account] = await tx
      .insert(accounts)
      .values({ id: randomId('ac_'), email: address, plan })
      .onConflictDoNothing({ target: accounts.email })
      .returning()
    if (account !== undefined) await tx.insert(accountCounts).values({ account_id: account.id })
    return account
  })
  if (created === undefined) throw badRequest(`There is an account of ${address} already.`)
  return created
}

/** All accounts, oldest first. */
export const listAccounts = (store: Store): Promise<Account[]> =>
  store.db.select().from(accounts).orderBy(accounts.created_at, accounts.id)

/** @throws ServiceError not_found for an unknown account. */
export const getAccount = async (store: Store, id: string): Promise<Account> => {
  const [account] = await store.db.select().from(accounts).where(eq(accounts.id, id))
  if (account === undefined) throw notFound('account', id)
  return account
}

/** @throws ServiceError not_found for an unknown account. */
export const setPlan = async (store: Store, id: string, plan: Plan): Promise<Account> => {
  const [changed] = await store.db.update(accounts).set({ plan }).where(eq(accounts.id, id)).returning()
  if (changed === undefined) throw notFound('account', id)
  return changed
}

/**
 * Creates a key and returns it, only this once: the database stores its fingerprint.
 * @throws ServiceError not_found for an unknown account, bad_request if it has MAX_ACTIVE_KEYS active keys
 */
export const createKey = (store: Store, account: string): Promise<{ id: string; account: string; key: string }> =>
  store.transaction(async (tx) => {
    const [owner] = await tx.select().from(accounts).where(eq(accounts.id, account)).for('update')
    if (owner === undefined) throw notFound('account', account)
    const active = and(eq(apiKeys.account_id, account), isNull(apiKeys.revoked_at))
    const [existing] = await tx.select({ keys: count() }).from(apiKeys).where(active)
    if ((existing?.keys ?? 0) >= MAX_ACTIVE_KEYS)
      throw badRequest(`Account ${account} has ${MAX_ACTIVE_KEYS} active keys already; revoke one first.`)
    const key = newKey()
    const id = randomId('ak_')
    await tx
      .insert(apiKeys)
      .values({ id, account_id: account, fingerprint: Buffer.from(fingerprintOf(key), 'hex'), hint: hintOf(key) })
    return { id, account, key }
  })

const listedColumns = {
  id: apiKeys.id,
  account: apiKeys.account_id,
  hint: apiKeys.hint,
  created_at: apiKeys.created_at,
  revoked_at: apiKeys.revoked_at,
}

/**
 * Lists the keys of an account, newest first, revoked ones included; the keys themselves are not part of it.
 * @throws ServiceError not_found for an unknown account
 */
export const listKeys = async (store: Store, account: string): Promise<ApiKey[]> => {
  const { id } = await getAccount(store, account)
  return store.db
    .select(listedColumns)
    .from(apiKeys)
    .where(eq(apiKeys.account_id, id))
    .orderBy(desc(apiKeys.created_at), apiKeys.id)
}

/** Revokes a key; repeating it changes nothing. @throws ServiceError not_found for an unknown key */
export const revokeKey = async (store: Store, id: string): Promise<ApiKey> => {
  await store.db
    .update(apiKeys)
    .set({ revoked_at: new Date() })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at)))
  const [revoked] = await store.db.select(listedColumns).from(apiKeys).where(eq(apiKeys.id, id))
  if (revoked === undefined) throw notFound('key', id)
  return revoked
}
