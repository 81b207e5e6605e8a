import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountCounts, accounts, unreachable, type Database } from '../../store/index.ts'
import { sharedCore } from '../../testing/index.ts'

const core = sharedCore('Postgres')

const newAccount = async (name: string) => {
  const { id } = await core().accounts.create({ email: `${name}@example.org`, plan: 'complete' })
  const keys = await Promise.all(Array.from({ length: 3 }, () => core().keys.create(id)))
  return { id, keys: keys.map(({ key }) => key) }
}

const count = (key: string) => core().countCall(key, { counts: true })
const usage = async (key: string) => (await core().countCall(key, { counts: false })).day_used

const lockCounts = (tx: Database, id: string) =>
  tx.select().from(accountCounts).where(eq(accountCounts.account_id, id)).for('update')
const lockAccount = (tx: Database, id: string) => tx.select().from(accounts).where(eq(accounts.id, id)).for('update')

/** Runs `work` while another transaction holds the row that counts the account, or another row of it. */
const whileLocked = (
  id: string,
  work: () => Promise<void>,
  lock: typeof lockAccount | typeof lockCounts = lockCounts,
) =>
  core().store.transaction(async (tx) => {
    await lock(tx, id)
    await work()
  })

test.each([
  ['the row that counts an account', lockCounts],
  ['an account itself', lockAccount],
])('while %s is locked, its calls fail, and those of other accounts are counted', async (_, lock) => {
  const [troubled, ...others] = await Promise.all(['troubled', 'first', 'second'].map(newAccount))
  if (troubled === undefined) throw new Error('no account')
  await whileLocked(
    troubled.id,
    async () => {
      for (let round = 0; round < 3; round++) {
        const failing = Promise.allSettled(troubled.keys.map(count))
        const made = await Promise.all(others.flatMap(({ keys }) => keys).map(count))
        expect(made.filter(({ refused }) => refused !== null)).toEqual([])
        await expect(count(`bd_${'1'.repeat(38)}`)).rejects.toMatchObject({ code: 'unauthorized' })
        for (const result of await failing) {
          if (result.status === 'fulfilled') throw new Error('a call of the locked account was counted')
          expect(unreachable(result.reason)).toBeDefined()
        }
      }
    },
    lock,
  )
  for (const { keys } of others) expect(await usage(keys[0] ?? '')).toBe(9)
  expect(await usage(troubled.keys[0] ?? '')).toBe(0)
  expect((await count(troubled.keys[0] ?? '')).day_used).toBe(1)
})

test('a call waits for an account that is locked for a moment', async () => {
  const [locked, other] = await Promise.all(['locked', 'other'].map(newAccount))
  let waiting: ReturnType<typeof count> | undefined
  await whileLocked(locked?.id ?? '', async () => {
    waiting = count(locked?.keys[0] ?? '')
    await count(other?.keys[0] ?? '') // in one statement with the other call, which has failed when this one is counted
  })
  expect((await waiting)?.day_used).toBe(1)
})

test('a refund of a locked account follows when it is free', async () => {
  const { id, keys } = await newAccount('refunded')
  const key = keys[0] ?? ''
  const call = await count(key)
  await whileLocked(id, async () => {
    await expect(core().refundCall(call)).rejects.toSatisfy((error) => unreachable(error) !== undefined)
  })
  await expect.poll(() => usage(key)).toBe(0)
})
