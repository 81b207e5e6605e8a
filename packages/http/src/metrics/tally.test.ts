import { expect, test } from 'vitest'
import { createTally } from './tally.ts'

const call = {
  method: 'GET',
  path: '/games',
  plan: 'live',
  status: 200,
  error: null,
  counted: true,
  duration: 1,
} as const

test('calls are counted by endpoint, status and plan, and taken once', () => {
  const tally = createTally()
  expect(tally.add(call)).toBe('GET /games')
  tally.add(call)
  tally.add({ ...call, counted: false })
  tally.add({ ...call, plan: null, status: 401, error: 'unauthorized', counted: false })
  tally.add({ ...call, method: 'POST' })
  tally.add({ ...call, path: '/teams' })
  expect(tally.take()).toEqual([
    { method: 'GET', endpoint: 'GET /games', status: 200, plan: 'live', calls: 3, counted: 2 },
    { method: 'GET', endpoint: 'GET /games', status: 401, plan: null, calls: 1, counted: 0 },
    { method: 'POST', endpoint: 'POST /games', status: 200, plan: 'live', calls: 1, counted: 1 },
    { method: 'GET', endpoint: 'GET /teams', status: 200, plan: 'live', calls: 1, counted: 1 },
  ])
  expect(tally.take()).toEqual([])
  tally.add(call)
  expect(tally.take()).toMatchObject([{ endpoint: 'GET /games', calls: 1 }])
})
