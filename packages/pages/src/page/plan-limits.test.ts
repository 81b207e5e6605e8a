import { createCore } from '@basketball-data/core'
import { PLANS, PLAN_TABLE } from '@basketball-data/core/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '@basketball-data/http'
import { buildDocument, listEndpoints } from '@basketball-data/http/openapi'
import { countEndpoints, planLimits, plansWithoutOwnEndpoints } from './plan-limits.ts'

const document = buildDocument({ name: 'Hoops', base: 'https://a/v1', docs: 'https://a/docs', pricing: 'https://a' })
const described = listEndpoints(document)

test('the number of endpoints is that of the index and of the OpenAPI document', async () => {
  const core = await createCore({ database: 'memory://' })
  onTestFinished(() => core.close())
  const index = await createApp(core).request('/v1/')
  expect(await index.json()).toMatchObject({ data: { endpoints: countEndpoints() } })
  expect(described).toHaveLength(countEndpoints())
})

test('the endpoints of a plan are those whose lowest plan is it or a plan before it', () => {
  for (const [i, plan] of PLANS.entries()) {
    const below = new Set<string | null>([null, ...PLANS.slice(0, i + 1)])
    const expected = described.filter(({ operation }) => below.has(operation['x-minimum-plan'] ?? null))
    expect(countEndpoints(plan)).toBe(expected.length)
  }
})

test('plans that differ in limits only are named', () => {
  const endpoints = planLimits(PLAN_TABLE).find(({ title }) => title === 'Endpoints')
  for (const { plan, before } of plansWithoutOwnEndpoints())
    expect(endpoints?.getValue(plan)).toBe(endpoints?.getValue(before))
  expect(plansWithoutOwnEndpoints()).toEqual([{ plan: 'archive', before: 'live' }])
})
