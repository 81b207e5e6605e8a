import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError, type Core } from '@basketball-data/core'
import { PLANS, type Plan } from '@basketball-data/core/contract'
import { z } from 'zod'
import { MAX_KEYS } from './contract-values.ts'

/** The demo account on a plan, which is created or moved back to its plan; that on plan complete is an operator. */
export const demoAccount = async ({ accounts }: Core, plan: Plan) => {
  const email = `demo-${plan}@example.org`
  const account = (await accounts.list()).find((each) => each.email === email)
  if (account === undefined) return accounts.create({ email, plan, operator: plan === 'complete' })
  return account.plan === plan ? account : accounts.setPlan(account.id, plan)
}

/** Why a plan has another key than after the start before: that one was revoked, or the file did not have it. */
type Reason = 'revoked' | 'lost'

/** The keys by plan; a plan whose account has as many as it can have, and none that is known, has none. */
const Keys = z.partialRecord(z.enum(PLANS), z.string())
type Keys = z.infer<typeof Keys>

/** The keys that `start` prints. */
export type DemoKeys = {
  keys: Keys
  /** The plans whose key is another one than after the start before. */
  changed: ReadonlyMap<Plan, Reason>
  /** The file that keeps the keys for the next start; null if the database has no folder. */
  file: string | null
}

/** The name of the keys that are created here. */
const KEY_NAME = 'Printed by start'

/** The file in the folder of the database. The database itself has only fingerprints of keys, as for any other key. */
export const KEYS_FILE = 'demo-keys.json'

/** The keys of the start before; none if the file is missing or damaged. */
const readKeys = async (file: string): Promise<Keys> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return Keys.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Replaces the file by one that only its owner can read. */
const writeKeys = async (file: string, keys: Keys): Promise<void> => {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  await rename(draft, file)
}

/** Whether a key is one of an account and not revoked. */
const works = async (core: Core, account: string, key: string): Promise<boolean> => {
  try {
    return (await core.countCall(key, { counts: false })).account_id === account
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthorized') return false
    throw error
  }
}

/**
 * Creates a key beside those that the account has, which keep working; undefined if it has as many as it can have.
 * `hasEarlier` is whether one of them was created here.
 */
const createKey = async (core: Core, account: string) => {
  const active = (await core.keys.list(account)).filter(({ revoked_at }) => revoked_at === null)
  const hasEarlier = active.some(({ name }) => name === KEY_NAME)
  if (active.length >= MAX_KEYS) return { key: undefined, hasEarlier }
  return { key: (await core.keys.create(account, { name: KEY_NAME })).key, hasEarlier }
}

/**
 * The key of each plan: that of the start before if it works, else a new one. Without a folder there is no place for the keys, so
 * each start creates others. No key is revoked.
 */
export const openDemoKeys = async (core: Core): Promise<DemoKeys> => {
  const { folder } = core.store
  const file = folder === null ? null : join(folder, KEYS_FILE)
  const stored = file === null ? {} : await readKeys(file)
  const keys: Keys = {}
  const changed = new Map<Plan, Reason>()
  for (const plan of PLANS) {
    const { id } = await demoAccount(core, plan)
    const earlier = stored[plan]
    if (earlier !== undefined && (await works(core, id, earlier))) {
      keys[plan] = earlier
      continue
    }
    const { key, hasEarlier } = await createKey(core, id)
    if (key === undefined) continue
    keys[plan] = key
    if (earlier !== undefined) changed.set(plan, 'revoked')
    else if (file !== null && hasEarlier) changed.set(plan, 'lost')
  }
  if (file !== null && PLANS.some((plan) => keys[plan] !== stored[plan])) await writeKeys(file, keys)
  return { keys, changed, file }
}
