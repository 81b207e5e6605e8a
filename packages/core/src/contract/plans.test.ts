import { expect, test } from 'vitest'
import { PLAN_TABLE, PlanChanges, PLANS, planTable, reaches } from './index.ts'

test('the plans are free, live, archive and complete, and each includes the lower ones', () => {
  expect(PLANS).toEqual(['free', 'live', 'archive', 'complete'])
  PLANS.forEach((plan, rank) => PLANS.forEach((minimum, needed) => expect(reaches(plan, minimum)).toBe(rank >= needed)))
})

test('the built-in limits are those of the contract and its additions, with no monthly limit and no bound on past days', () => {
  const none = { per_month: null, days_back: null }
  expect(PLAN_TABLE).toEqual({
    free: { per_minute: 10, per_day: 100, streams: 0, ...none },
    live: { per_minute: 60, per_day: 10_000, streams: 10, ...none },
    archive: { per_minute: 60, per_day: 50_000, streams: 20, ...none },
    complete: { per_minute: 120, per_day: 250_000, streams: 100, ...none },
  })
})

test('planTable applies changes to a copy of the built-in table', () => {
  const before = structuredClone(PLAN_TABLE)
  const changed = planTable({ free: { per_minute: 1000, per_month: 5 }, live: { per_day: null } })
  expect(changed.free).toEqual({ ...before.free, per_minute: 1000, per_month: 5 })
  expect(changed.live).toEqual({ ...before.live, per_day: null })
  expect(changed.complete).toEqual(before.complete)
  expect(PLAN_TABLE).toEqual(before)
})

test('PlanChanges rejects unknown plans and limits, and values that are not whole numbers of at least 1', () => {
  const wrong = [
    { gold: {} },
    { free: { per_hour: 1 } },
    { free: { per_minute: 0 } },
    { free: { per_day: 0 } },
    { free: { per_month: 0 } },
    { free: { per_day: 1.5 } },
  ]
  for (const changes of wrong) expect(PlanChanges.safeParse(changes).success, JSON.stringify(changes)).toBe(false)
})

test('PlanChanges accepts 1 and no limit, and 0 for streams and past days', () => {
  const lowest = { per_minute: 1, per_day: 1, per_month: 1, streams: 0, days_back: 0 }
  const none = { per_minute: null, per_day: null, per_month: null, streams: null, days_back: null }
  expect(PlanChanges.parse({ free: lowest, live: none })).toEqual({ free: lowest, live: none })
})
