import { ERROR_STATUS, ErrorCode } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import type { TestResponse } from '../testing/request.ts'
import { getBodyError } from '../testing/response.ts'
import { databases } from '../testing/databases.ts'
import { UNKNOWN } from '../testing/league.ts'
import { sharedService, testService, UNLIMITED, type TestService } from '../testing/services.ts'

const PLANS = { ...UNLIMITED, archive: { per_minute: 1, per_day: null }, complete: { per_minute: null, per_day: 1 } }
const service = sharedService('embedded', { plans: PLANS })

const requestWith = async (path: string, plan: 'free' | 'archive' | 'complete', calls = 1): Promise<TestResponse> => {
  const key = await service().newKey(plan)
  for (let i = 1; i < calls; i++) await service().request(path, { key })
  return service().request(path, { key })
}

/** Requests that fail with each code, and the fields of the error besides code, message and docs. */
const ERRORS: Record<Exclude<ErrorCode, 'server_error'>, [call: () => Promise<TestResponse>, extras: string[]][]> = {
  bad_request: [
    [() => requestWith('/v1/games?page=0', 'free'), []],
    [() => requestWith('/v1/games?status=x', 'free'), ['allowed']],
    [() => service().request('/v1/games', { method: 'POST' }), ['allowed']],
    [() => service().request('/v1/games?key=x'), []],
  ],
  unknown_parameter: [[() => requestWith('/v1/games?no=1', 'free'), ['allowed']]],
  unauthorized: [[() => service().request('/v1/games'), []]],
  upgrade_required: [[() => requestWith('/v1/teams', 'free'), ['plan', 'pricing']]],
  not_found: [
    [() => requestWith(`/v1/games/${UNKNOWN.game}`, 'free'), []],
    [() => service().request('/v1/nothing'), []],
  ],
  rate_limited: [[() => requestWith('/v1/games', 'archive', 2), ['resets_at']]],
  quota_exceeded: [[() => requestWith('/v1/games', 'complete', 2), ['plan', 'pricing', 'resets_at']]],
}

describe.each(Object.entries(ERRORS))('%s', (code, calls) => {
  test('has exactly its documented fields, and links to its documentation', async () => {
    for (const [call, extras] of calls) {
      const response = await call()
      const error = getBodyError(response)
      expect(Object.keys(error).toSorted()).toEqual(['code', 'docs', 'message', ...extras].toSorted())
      expect(error.code).toBe(code)
      expect(error.docs).toBe(`${service().core.service.docs}#error-${code}`)
      expect(error.message).not.toBe('')
      expect([ERROR_STATUS[ErrorCode.parse(code)], 405]).toContain(response.status)
      expect(response.headers.get('cache-control')).toMatch(/^(?:no-store|private, no-cache)$/)
      expect(response.headers.get('etag')).toBeNull()
      expect(response.headers.has('retry-after')).toBe(response.status === 429)
      expect(response.headers.has('www-authenticate')).toBe(response.status === 401)
      expect(response.headers.has('allow')).toBe(response.status === 405)
    }
  })
})

test('upgrade_required names the lowest plan that includes the endpoint', async () => {
  expect(getBodyError(await requestWith('/v1/teams', 'free'))).toMatchObject({
    plan: 'live',
    pricing: service().core.service.pricing,
  })
})

describe.each(databases)('when a query fails on %s', (kind) => {
  /** Renames a table and a column, so that the endpoints of teams fail and the others work. */
  const broken = async (): Promise<TestService & { key: string }> => {
    const opened = await testService(kind)
    await opened.core.store.db.execute('alter table team_seasons rename to elsewhere')
    await opened.core.store.db.execute('alter table teams rename column sort_name to sort_secret')
    return { ...opened, key: await opened.newKey('live') }
  }

  test('the response is 500 server_error with a fixed message and the request id, never the cause', async () => {
    const { request, key } = await broken()
    const response = await request('/v1/teams?q=alpha', { key, headers: { 'x-request-id': 'my-call' } })
    expect(response.status).toBe(500)
    const { code, message, ...extras } = getBodyError(response)
    expect([code, message]).toEqual(['server_error', 'The service failed. Request my-call.'])
    expect(Object.keys(extras)).toEqual(['docs'])
    expect(response.text).not.toMatch(/sort_|select|column|alpha|stack|\.ts/i)
    expect(response.headers.get('retry-after')).toBeNull()
    expect((await request('/v1/teams', { key, method: 'HEAD' })).status).toBe(500)
  })

  test('the call is refunded, and other endpoints still work', async () => {
    const { request, key } = await broken()
    for (let i = 0; i < 3; i++) expect((await request('/v1/teams', { key })).status).toBe(500)
    expect((await request('/v1/competitions', { key })).status).toBe(200)
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 1 } })
  })
})
