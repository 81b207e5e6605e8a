import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Plan, PlanChanges } from '../../contract/index.ts'
import { createCore, type Core } from '../../core.ts'
import { avoidMidnight, EAGER, newDatabase } from '../../testing/index.ts'
import { launch, type TestProcess } from '../../testing/process.ts'

beforeEach(avoidMidnight)

const PROCESSES = 3
const KEYS = 5
const CALLS = 20

const none = { per_minute: null, per_day: null }
const plans: PlanChanges = {
  free: { ...none, per_day: 100 },
  live: { ...none, per_minute: 10 },
  archive: { per_minute: 30, per_day: 101 },
  complete: { ...none, per_month: 73 },
}
const limits: { what: string; plan: Plan; total: number; each: number }[] = [
  { what: 'the day of an account', plan: 'free', total: 100, each: 60 },
  { what: 'the minute of each key', plan: 'live', total: 50, each: 10 },
  { what: 'each key and the account', plan: 'archive', total: 101, each: 30 },
  { what: 'the month of an account', plan: 'complete', total: 73, each: 60 },
]

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

let core: Core
let processes: TestProcess[]
beforeAll(async () => {
  const { address, drop } = await newDatabase('Postgres')
  core = await createCore({ database: address, plans })
  processes = Array.from({ length: PROCESSES }, () =>
    launch('count-calls', [address, JSON.stringify(plans), String(CALLS)]),
  )
  for (const { next } of processes) await next()
  return async () => {
    await Promise.all([core.close(), ...processes.map(({ kill }) => kill())])
    await drop()
  }
})

describe.each([
  ['on Postgres, three concurrent processes', 'patient', {}],
  ['three processes that take the lease from each other', 'eager', EAGER],
])('%s', (_, name, lease) => {
  beforeAll(() => {
    for (const { write } of processes) write(JSON.stringify(lease))
  })

  test.each(limits)(
    'count calls exactly up to the limit of $what with five keys, and Usage is exact',
    async ({ plan, total, each }) => {
      const { id } = await core.accounts.create({ email: `${plan}@${name}.example.org`, plan })
      const keys: string[] = []
      for (let n = 0; n < KEYS; n++) keys.push((await core.keys.create(id)).key)
      for (const { write } of processes) write(keys.join(' '))
      const counts = await Promise.all(
        processes.map(async ({ next }) => JSON.parse((await next()) ?? '[]') as number[]),
      )
      const counted = keys.map((_, key) => sum(counts.map((ofProcess) => ofProcess[key] ?? 0)))
      expect(sum(counted)).toBe(total)
      for (const [index, key] of keys.entries()) {
        expect(counted[index]).toBeLessThanOrEqual(each)
        const call = await core.countCall(key, { counts: false })
        expect(call).toMatchObject({ day_used: total, month_used: total, minute_used: counted[index] })
        const { data } = await core.caller(call).usage()
        expect(data).toMatchObject({ calls_today: total, calls_this_month: total })
      }
    },
  )
})
