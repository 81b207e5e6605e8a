import { operations } from '@basketball-data/core'
import { reaches } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { getBodyError } from '../testing/response.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { newAccount, sharedService, UNLIMITED, WEBHOOKS } from '../testing/services.ts'

/** Errors, in the order in which they are checked. */
const FAULTS = [
  ['an unknown path', 404, 'not_found'],
  ['a method that is not allowed', 405, 'bad_request'],
  ['a key in the query', 400, 'bad_request'],
  ['a revoked key', 401, 'unauthorized'],
  ['rate limit exceeded', 429, 'rate_limited'],
  ['a plan too low', 403, 'upgrade_required'],
  ['an unknown parameter', 422, 'unknown_parameter'],
  ['a wrong value', 400, 'bad_request'],
  ['no such record', 404, 'not_found'],
] as const

type Fault = (typeof FAULTS)[number][0]

const service = sharedService('Postgres', {
  games: GAMES,
  now: () => NOW,
  ...WEBHOOKS,
  plans: { ...UNLIMITED, free: { per_minute: 1, per_day: null }, archive: { per_minute: 1, per_day: null } },
})

/**
 * Creates a key with these faults. Plan free is too low for a box score; plans free and archive allow one call per
 * minute.
 */
const keyWith = async (faults: Set<Fault>): Promise<string> => {
  const { core, request } = service()
  const plan = faults.has('a plan too low') ? 'free' : faults.has('rate limit exceeded') ? 'archive' : 'live'
  const { id, key } = await newAccount(core, plan)
  if (faults.has('rate limit exceeded')) await request('/v1/competitions', { key })
  if (faults.has('a revoked key')) await core.keys.revoke(id)
  return key
}

let ids: Awaited<ReturnType<typeof readLeagueIds>>
beforeAll(async () => {
  ids = await readLeagueIds(service().core)
})

const callWith = async (...names: Fault[]) => {
  const faults = new Set(names)
  const id = faults.has('a wrong value') ? 'gm_wrong' : faults.has('no such record') ? UNKNOWN.game : ids.final
  const part = faults.has('an unknown path') ? 'nothing' : 'boxscore'
  const query = [
    ...(faults.has('a key in the query') ? ['key=x'] : []),
    ...(faults.has('an unknown parameter') ? ['unknown=1'] : []),
  ]
  return service().request(`/v1/games/${id}/${part}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
    method: faults.has('a method that is not allowed') ? 'POST' : 'GET',
    key: await keyWith(faults),
  })
}

test('a call without errors returns 200', async () => {
  expect((await callWith()).status).toBe(200)
})

describe.each(FAULTS)('%s (%i)', (fault, status, code) => {
  test('has its own status', async () => {
    const response = await callWith(fault)
    expect([response.status, getBodyError(response).code]).toEqual([status, code])
  })

  const later = FAULTS.slice(FAULTS.findIndex(([name]) => name === fault) + 1)
  for (const [other] of later) {
    // A malformed id cannot also be a missing record.
    if (fault === 'a wrong value' && other === 'no such record') continue
    test(`is reported before ${other}`, async () => {
      const response = await callWith(fault, other)
      expect([response.status, getBodyError(response).code]).toEqual([status, code])
    })
  }
})

test('a body on a GET (400) is reported before a missing record', async () => {
  const key = await service().newKey('live')
  const response = await service().request(`/v1/games/${UNKNOWN.game}`, { key, content: '{}' })
  expect(response.status).toBe(400)
})

describe('an endpoint of a higher plan', () => {
  const needsHigherPlan = operations.filter(({ plan }) => plan !== null && !reaches('free', plan))

  const endpoints = needsHigherPlan.map(({ method, path }) => [method, path] as const)

  test.each(endpoints)('403 is the same whether or not the record exists: %s %s', async (method, path) => {
    const { request, newKey } = service()
    const bodies = new Set<string>()
    const existing = { teams: ids.alpha, players: ids.player }[path.split('/')[1] ?? ''] ?? ids.final
    for (const id of [existing, `${existing.slice(0, 3)}00000000`, `${existing.slice(0, 3)}wrong`])
      for (const query of ['', '?unknown=1']) {
        const response = await request(`/v1${path.replace('{id}', id)}${query}`, { method, key: await newKey('free') })
        expect(response.status).toBe(403)
        bodies.add(response.text)
      }
    expect(bodies.size).toBe(1)
  })
})

describe('a query string that is not UTF-8 is checked like any wrong value', () => {
  const path = '/v1/games?status=%FF'

  test('401 is reported first', async () => {
    expect((await service().request(path)).status).toBe(401)
  })

  test('403 is reported first', async () => {
    expect((await service().request('/v1/teams?q=%FF', { key: await service().newKey('free') })).status).toBe(403)
  })

  test('422 is reported first', async () => {
    expect((await service().request(`${path}&unknown=1`, { key: await service().newKey('live') })).status).toBe(422)
  })

  test('the call is counted', async () => {
    const key = await service().newKey('live')
    expect((await service().request(path, { key })).status).toBe(400)
    expect((await service().request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 1 } })
  })
})

/** Errors of a call that creates a webhook, in the order in which they are checked. */
const POST_FAULTS = [
  ['an unknown path', 404, 'not_found'],
  ['a method that is not allowed', 405, 'bad_request'],
  ['a key in the query', 400, 'bad_request'],
  ['a revoked key', 401, 'unauthorized'],
  ['rate limit exceeded', 429, 'rate_limited'],
  ['a plan too low', 403, 'upgrade_required'],
  ['an unknown parameter', 422, 'unknown_parameter'],
  ['an unknown field', 422, 'unknown_parameter'],
  ['no content type', 400, 'bad_request'],
  ['a repeated field', 400, 'bad_request'],
  ['a wrong value', 400, 'bad_request'],
] as const

/** Removes `resets_at`, which differs if a second passes. */
const withoutResetsAt = ({ resets_at: _, ...error }: ReturnType<typeof getBodyError>) => error

type PostFault = (typeof POST_FAULTS)[number][0]

const createWith = async (...names: PostFault[]) => {
  const faults = new Set<PostFault>(names)
  const key = await keyWith(new Set(FAULTS.flatMap(([fault]) => (names.some((name) => name === fault) ? fault : []))))
  const query = [
    ...(faults.has('a key in the query') ? ['api_key=x'] : []),
    ...(faults.has('an unknown parameter') ? ['url=1'] : []),
  ]
  const fields = [
    `"url": ${faults.has('a wrong value') ? '1' : '"https://hooks.example.org"'}`,
    ...(faults.has('a repeated field') ? ['"events": []', '"events": []'] : ['"events": ["a"]']),
    ...(faults.has('an unknown field') ? ['"id": 1'] : []),
  ]
  const path = faults.has('an unknown path') ? '/v1/webhook' : '/v1/webhooks'
  return service().request(`${path}?${query.join('&')}`, {
    method: faults.has('a method that is not allowed') ? 'PUT' : 'POST',
    key,
    headers: faults.has('no content type') ? {} : { 'content-type': 'application/json' },
    content: `{${fields.join(',')}}`,
  })
}

describe.each(POST_FAULTS)('POST /webhooks: %s (%i)', (fault, status, code) => {
  const index = POST_FAULTS.findIndex(([name]) => name === fault)

  test('is reported before all later checks', async () => {
    const alone = await createWith(fault)
    expect([alone.status, getBodyError(alone).code]).toEqual([status, code])
    for (const [other] of POST_FAULTS.slice(index + 1)) {
      const response = await createWith(fault, other)
      expect({ other, error: withoutResetsAt(getBodyError(response)) }).toEqual({
        other,
        error: withoutResetsAt(getBodyError(alone)),
      })
    }
  })
})

test('a body where none is allowed (400) is reported before a missing record', async () => {
  const key = await service().newKey('live')
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    const send = (content: string) =>
      service().request(`/v1/webhooks/wh_0000000000000000${path}`, { method, key, content })
    expect([(await send('[]')).status, (await send('{}')).status]).toEqual([400, 404])
  }
})
