import type { Store } from '../store/index.ts'
import type { Actor } from './audit-queries.ts'
import type { PageCalls } from './page-calls.ts'
import { createKey, createKeyOnce, listKeys, revokeKey, type KeyOptions } from './queries.ts'

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
