import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { reaches, PLANS, PLAN_TABLE, type Plan } from './contract/index.ts'
import { ServiceError } from './errors.ts'
import { invoke } from './calls/invoke.ts'
import type { InvokeContext } from './calls/context.ts'
import type { Operation } from './calls/operation.ts'
import { operations, getOperation, type OperationCalls } from './operations.ts'
import {
  anyDatabase,
  ingestOrThrow,
  databases,
  finalGame,
  catchServiceError,
  sharedCore,
  type DatabaseKind,
} from './testing/index.ts'

/** The contract's table of endpoints with the lowest plan of each; additions are not in it. The method GET is not written. */
const LOWEST: Record<string, Plan | null> = {
  '/': null,
  '/usage': 'free',
  '/competitions': 'free',
  '/seasons': 'free',
  '/teams': 'live',
  '/teams/{id}': 'live',
  '/games': 'free',
  '/games/{id}': 'free',
  '/games/{id}/boxscore': 'live',
  '/games/{id}/playbyplay': 'live',
  '/games/{id}/shots': 'live',
  '/players': 'live',
  '/players/{id}': 'live',
  '/players/{id}/games': 'live',
  '/players/{id}/seasons': 'live',
  '/players/{id}/splits': 'complete',
  '/teams/{id}/roster': 'live',
  '/teams/{id}/form': 'complete',
  '/teams/{id}/head-to-head': 'live',
  '/standings': 'live',
  '/stats/leaders': 'complete',
  '/results/yesterday': 'free',
  '/webhooks': 'live',
  'POST /webhooks': 'live',
  'DELETE /webhooks/{id}': 'live',
  'POST /webhooks/{id}/test': 'live',
}
const rows = operations.map((operation) => ({
  operation,
  path: operation.path,
  endpoint: `${operation.method} ${operation.path}`.replace(/^GET /, ''),
  plan: operation.plan,
}))

const call = (ctx: InvokeContext, operation: Operation, read: () => unknown) =>
  invoke(ctx, operation, { read, write: (output) => output })

const neverRead = () => {
  throw new Error('the input was read')
}
/** An unknown id for each resource. */
const UNKNOWN: Record<string, string> = {
  teams: 'tm_00000000',
  players: 'pl_00000000',
  games: 'gm_00000000',
  webhooks: 'wh_0000000000000000',
}
const getUnknown = (path: string): string => UNKNOWN[path.split('/')[1] ?? ''] ?? ''

test('every endpoint of the contract has its plan, and any other is an addition that needs a plan above free', () => {
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining(Object.keys(LOWEST)))
  for (const { endpoint, plan, operation } of rows) {
    const isAddition = !(endpoint in LOWEST)
    expect([endpoint, operation.extension]).toEqual([endpoint, isAddition])
    const allowed = isAddition ? ['live', 'archive', 'complete'] : [LOWEST[endpoint]]
    expect(allowed, endpoint).toContain(plan)
  }
  expect(new Set(rows.map(({ endpoint }) => endpoint)).size).toBe(rows.length)
})

test('only GET /usage is not counted', () => {
  expect(rows.filter(({ operation }) => !operation.counted).map(({ path }) => path)).toEqual(['/usage'])
})

/** A core for all tests of a block, and the context of a caller with an account. */
const callersOn = (kind: DatabaseKind) => {
  const core = sharedCore(kind)
  let account: string
  beforeEach(async () => {
    account = (await core().accounts.create({ email: 'a@example.org', plan: 'complete' })).id
  })
  const asPlan = (plan: Plan) => core().context({ plan, account })
  return { core, asPlan }
}

// The statements are the same on both databases: these show that the embedded one runs them.
describe.each(databases)('on %s', (kind) => {
  const { core, asPlan } = callersOn(kind)

  describe.each(rows.filter(({ path }) => path.includes('{id}')))('$endpoint', ({ operation, path }) => {
    test('returns bad_request for a malformed id and not_found for an unknown one', async () => {
      const needed = path.endsWith('head-to-head') ? { opponent: 'tm_00000000' } : {}
      const refusal = (id: unknown) => catchServiceError(call(asPlan('complete'), operation, () => ({ id, ...needed })))
      const unknown = getUnknown(path)
      const malformed = [unknown.slice(0, -1), `${unknown.slice(0, -1)}i`, unknown.toUpperCase(), 'cp_00000000']
      for (const id of [...malformed, '', 'x', 1, null])
        expect(await refusal(id)).toMatchObject({ code: 'bad_request', message: expect.stringContaining('id') })
      // An unknown opponent is an invalid parameter; parameters are checked before the record of the path.
      const last = path.endsWith('head-to-head') ? 'bad_request' : 'not_found'
      expect(await refusal(unknown)).toMatchObject({ code: last })
    })
  })

  test('an unknown id as a filter of a list returns an empty list', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const { games, teams, seasons, results } = core().caller()
    const none = { data: [], meta: { count: 0, total: 0, total_pages: 0, next_cursor: null } }
    expect(await games.list({ competition: 'cp_00000000' })).toMatchObject(none)
    expect(await games.list({ season: 'ss_00000000' })).toMatchObject(none)
    expect(await games.list({ team: 'tm_00000000' })).toMatchObject(none)
    expect(await teams.list({ competition: 'cp_00000000' })).toMatchObject(none)
    expect(await teams.list({ season: 'ss_00000000' })).toMatchObject(none)
    expect(await seasons.list({ competition: 'cp_00000000' })).toMatchObject(none)
    expect(await results.yesterday({ competition: 'cp_00000000' })).toMatchObject(none)
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const { core, asPlan } = callersOn(kind)

  describe.each(rows)('$endpoint', ({ operation, plan: lowest }) => {
    test('returns upgrade_required with its plan for lower plans, before the input is read', async () => {
      for (const plan of PLANS) {
        const refusal = await catchServiceError(call(asPlan(plan), operation, neverRead))
        const upgrade = { code: 'upgrade_required', plan: lowest, pricing: expect.stringMatching(/^https?:/) }
        const reached = lowest === null || reaches(plan, lowest)
        expect(refusal, plan).toMatchObject(reached ? { code: 'server_error' } : upgrade)
      }
    })

    test('returns unknown_parameter with the accepted ones, even if another value is invalid', async () => {
      const accepted = Object.keys(operation.input.shape)
      const refused = call(asPlan('complete'), operation, () => ({ id: 'wrong', per_page: 0, bogus: 1, another: 2 }))
      await expect(refused).rejects.toMatchObject({ code: 'unknown_parameter', extras: { allowed: accepted } })
      await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('"bogus"') })
    })
  })

  describe.each(rows.filter(({ operation }) => 'cursor' in operation.input.shape))('$path', ({ operation, path }) => {
    const needed = path === '/players' ? { team: 'tm_00000000' } : path.includes('{id}') ? { id: getUnknown(path) } : {}
    const wrong = [
      { page: 0 },
      { page: '1' },
      { per_page: 201 },
      { per_page: 1.5 },
      { cursor: '' },
      { page: 1, cursor: 'x' },
      { cursor: 'x' },
    ]

    test.each(wrong)('refuses %j', async (paging) => {
      const refusal = await catchServiceError(call(asPlan('complete'), operation, () => ({ ...needed, ...paging })))
      const [name = ''] = Object.keys(paging)
      expect(refusal).toMatchObject({ code: 'bad_request', message: expect.stringContaining(name) })
    })
  })

  test('a value outside a set returns bad_request with the allowed values', async () => {
    await expect(call(asPlan('free'), getOperation('games.list'), () => ({ status: 'live' }))).rejects.toMatchObject({
      code: 'bad_request',
      extras: { allowed: ['scheduled', 'final', 'no_result'] },
    })
  })

  test('from after to, date with from or to, and days that do not exist are refused', async () => {
    const { games } = core().caller('free')
    const wrong = [
      { from: '2026-11-21', to: '2026-11-20' },
      { date: '2026-11-20', from: '2026-11-20' },
      { date: '2026-11-20', to: '2026-11-20' },
      { date: '2026-02-29' },
      { from: '2026-11-31' },
      { to: '2026-1-1' },
      { date: '0000-01-01' },
    ]
    for (const filters of wrong)
      await expect(games.list(filters), JSON.stringify(filters)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('every day of the calendar is accepted', async () => {
    const { games } = core().caller('free')
    for (const date of ['0001-01-01', '1582-10-10', '2028-02-29', '9999-12-31']) {
      expect((await games.list({ date })).data).toEqual([])
      expect((await games.list({ from: date, to: date })).data).toEqual([])
    }
  })

  test('an unexpected error is a server_error whose message hides the cause', async () => {
    const cause = new Error('password of the database')
    const failed = call(asPlan('free'), getOperation('games.list'), () => {
      throw cause
    })
    const error: unknown = await failed.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({
      code: 'server_error',
      message: expect.not.stringContaining('password'),
      extras: {},
      cause,
    })
  })

  test('the index contains the number of endpoints and the addresses of the service', async () => {
    const { data, meta } = await core().caller('free').index()
    expect(data).toEqual({
      name: 'Basketball Data',
      base: 'http://127.0.0.1:3000/v1',
      docs: 'http://127.0.0.1:3000/docs',
      status: 'ok',
      endpoints: operations.length,
    })
    expect(meta).toEqual({})
  })

  test('Usage contains the redacted key, the counted calls, the limits and the end of the day', async () => {
    const { id } = await core().accounts.create({ email: 'name@example.org', plan: 'live' })
    const { key } = await core().keys.create(id)
    for (let n = 0; n < 3; n++) await core().countCall(key, { counts: true })
    const counted = await core().countCall(key, { counts: false })
    const { data } = await core().caller(counted).usage()
    const tomorrow = new Date(Math.ceil((Date.now() + 1) / 86_400_000) * 86_400_000)
    expect(data).toEqual({
      key: `bd_…${key.slice(-4)}`,
      plan: 'live',
      calls_today: 3,
      calls_this_month: 3,
      limits: { per_minute: PLAN_TABLE.live.per_minute, per_day: PLAN_TABLE.live.per_day, per_month: null },
      remaining: 9_997,
      resets_at: tomorrow.toISOString().replace('.000Z', 'Z'),
      window: { from: null, to: null },
    })
  })

  test('the meta of a list contains the plan of the caller', async () => {
    for (const plan of PLANS) expect((await core().caller(plan).games.list({})).meta).toMatchObject({ plan })
  })
})

test('an operation can be called without an argument if no field of its input is required', () => {
  expectTypeOf<OperationCalls['usage']>().toBeCallableWith()
  expectTypeOf<OperationCalls['games']['list']>().toBeCallableWith()
  expectTypeOf<OperationCalls['games']['list']>().toBeCallableWith({ season: 'ss_00000000' })
  // @ts-expect-error -- the id is required
  expectTypeOf<OperationCalls['games']['get']>().toBeCallableWith()
  expectTypeOf<OperationCalls['games']['get']>().returns.resolves.toHaveProperty('data')
})
