import type { Plan } from '../contract/index.ts'
import { limitRows } from '../paging.ts'
import type { Store } from '../store/index.ts'
import { selectAudit, type Actor } from './audit-queries.ts'
import { selectOverviews, type OverviewOptions } from './overview-queries.ts'
import {
  createAccount,
  getAccount,
  getAccountByEmail,
  listAccounts,
  setOperator,
  setPlan,
  createKey,
  createKeyOnce,
  listKeys,
  revokeKey,
  type KeyOptions,
} from './queries.ts'
import type { PageCalls } from './page-calls.ts'
import {
  createWriteKey,
  createWriteKeyOnce,
  listWriteKeys,
  revokeWriteKey,
  type WriteKeyOptions,
} from './write-key-queries.ts'

/**
 * The keys of accounts, for `core.keys`.
 *
 * @param flushUsage writes the calls that are in memory, so that a list has the last use of each key
 */
export const createKeys = (store: Store, pageCalls: PageCalls, flushUsage: () => Promise<void>) => ({
  /**
   * Creates a key and returns it, only this once: the database stores its fingerprint.
   * @throws ServiceError not_found for an unknown account; bad_request if it has MAX_ACTIVE_KEYS active keys, or for a
   *   name that is too long or has characters that are not seen; with `by`, rate_limited if the account has used the
   *   calls a minute of its plan
   */
  create: async (account: string, options: KeyOptions = {}) => {
    if ((options.by ?? null) !== null) await pageCalls.count(account)
    return createKey(store, account, options)
  },
  /**
   * Creates a key as `create` does, once for an idempotency key of the account, such as that of a form; null if it was
   * created before.
   */
  createOnce: async (account: string, idempotencyKey: string, options: KeyOptions = {}) => {
    if ((options.by ?? null) !== null) await pageCalls.count(account)
    return createKeyOnce(store, account, idempotencyKey, options)
  },
  /**
   * Lists the keys of an account, newest first, revoked ones included. The keys themselves are not part of it.
   * @throws ServiceError not_found for an unknown account
   */
  list: async (account: string) => {
    await flushUsage()
    return listKeys(store, account)
  },
  /**
   * Revokes a key, effective immediately. Repeating it changes nothing.
   * @throws ServiceError not_found, also if `account` is set and the key belongs to another one
   */
  revoke: (id: string, options?: { account?: string; by?: Actor }) => revokeKey(store, id, options),
})

/** The keys that write records of a source, for `core.writeKeys`. */
export const createWriteKeys = (store: Store) => ({
  /**
   * Creates a write key and returns it, only this once: the database stores its fingerprint. It writes records of `source`, or
   * only games of the `competition` with this external id there, which may be imported later; it reads nothing.
   * @throws ServiceError bad_request for a source, a competition or a name that cannot be one
   */
  create: (options: WriteKeyOptions) => createWriteKey(store, options),
  /** Creates a write key as `create` does, once for an idempotency key, such as that of a form; null if it was created before. */
  createOnce: (idempotencyKey: string, options: WriteKeyOptions) => createWriteKeyOnce(store, idempotencyKey, options),
  /** Lists all write keys, or those of a source, newest first, revoked ones included. The keys themselves are not part of it. */
  list: (options?: { source?: string }) => listWriteKeys(store, options),
  /** Revokes a write key, effective immediately. Repeating it changes nothing. @throws ServiceError not_found */
  revoke: (id: string, options?: { by?: Actor }) => revokeWriteKey(store, id, options),
})

/** Which actions of an audit log are listed: at most `limit`, those before the one with the number `before`. */
type LogOptions = { before?: number | undefined; limit?: number | undefined }

/** The log of what was done to the service as a whole, for `core.auditLog`. */
export const createAuditLog =
  (store: Store) =>
  ({ before, limit }: LogOptions = {}) =>
    selectAudit(store, null, { before, limit: limitRows(limit) })

/**
 * The accounts and their plans, for `core.accounts`. `by` is the account that is signed in, for the audit log; without it, the
 * command line or an embedding app has done it.
 *
 * @param callStore the same database with the deadline of calls
 */
export const createAccounts = (store: Store, callStore: Store) => ({
  /**
   * Creates an account; its e-mail address is stored in lower case, with the domain in ASCII. An operator sees all accounts on the account pages.
   * @throws ServiceError bad_request for an invalid e-mail address, or one that has an account
   */
  create: (account: { email: string; plan: Plan; operator?: boolean; by?: Actor }) => createAccount(store, account),
  /** One account. @throws ServiceError not_found */
  get: (id: string) => getAccount(callStore, id),
  /** The account of an e-mail address, in any spelling. @throws ServiceError not_found */
  getByEmail: (email: string) => getAccountByEmail(callStore, email),
  /** All accounts, oldest first. */
  list: () => listAccounts(store),
  /**
   * Accounts with their calls, keys and webhooks, by e-mail address: those with `search` in their address or as their id,
   * behind the address `after`; `limit` of them, by default 100, at most 500.
   */
  overview: async (options: OverviewOptions = {}) => {
    await callStore.keptCounts.flush()
    return selectOverviews(callStore, { ...options, limit: limitRows(options.limit) })
  },
  /** Changes the plan of an account, from its next call on. @throws ServiceError not_found */
  setPlan: (id: string, plan: Plan, options?: { by?: Actor }) => setPlan(callStore, id, plan, options),
  /** Makes an account an operator, or takes that back: effective at once. @throws ServiceError not_found */
  setOperator: (id: string, operator: boolean, options?: { by?: Actor }) =>
    setOperator(callStore, id, operator, options),
  /**
   * The audit log of an account, of the last 400 days, newest first, before the action with the number `before`: `limit` of them, by default 100,
   * at most 500.
   */
  log: (id: string, { before, limit }: LogOptions = {}) =>
    selectAudit(callStore, id, { before, limit: limitRows(limit) }),
})
