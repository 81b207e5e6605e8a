import { expect, test } from 'vitest'
import { openCore, testDatabase } from '../testing/index.ts'
import { startProcess } from '../testing/process.ts'

const plans = { complete: { per_minute: null, per_day: null } }

test('on Postgres, processes add up, and the totals are exact although one is killed', async () => {
  const address = await testDatabase('Postgres')
  const core = await openCore(address, { plans })
  const { id } = await core.accounts.create({ email: 'name@example.org', plan: 'complete' })
  const { key } = await core.keys.create(id)
  const processes = Array.from({ length: 3 }, () => startProcess('list-seasons', [address, JSON.stringify(plans)]))
  for (const { next } of processes) await next()
  for (const { write } of processes) write(`${key} 40`)
  for (const { next } of processes) expect(await next()).toBe('40')
  const [first, second, third] = processes
  for (const ending of [first, second]) {
    ending?.write('end')
    await ending?.ended
  }
  await third?.kill()
  const usage = await core.usage.ofAccount(id)
  expect(usage).toMatchObject({ today: { used: 120 }, endpoints: [{ endpoint: 'GET /seasons' }] })
  const assigned = usage.endpoints[0]?.calls ?? 0
  expect(assigned).toBeGreaterThanOrEqual(80)
  expect(assigned + usage.unassigned).toBe(120)
})
