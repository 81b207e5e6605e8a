import { describe, expect, test } from 'vitest'
import { ResponseMismatch, validateResponse, type ReceivedResponse } from './validate-response.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'one',
  etag: '"tag"',
  'cache-control': 'private, no-cache',
}
const docs = 'http://127.0.0.1:3000/docs#error-bad_request'

const seasons = (changes: Partial<ReceivedResponse> = {}): ReceivedResponse => ({
  method: 'GET',
  path: '/v1/seasons?per_page=1',
  status: 200,
  headers: new Headers(HEADERS),
  body: {
    data: [
      {
        id: 'ss_2k9v0d3w',
        name: '2026-27',
        start_year: 2026,
        competition: { id: 'cp_8r7yrkj6', name: 'Northern League' },
        games: 306,
        first_date: '2026-09-29',
        last_date: null,
      },
    ],
    meta: { count: 1, next_cursor: null },
  },
  ...changes,
})

const without = (name: string): Headers => {
  const headers = new Headers(HEADERS)
  headers.delete(name)
  return headers
}

const error = (fields: object, status = 400): ReceivedResponse =>
  seasons({ status, body: { error: { code: 'bad_request', message: 'Wrong.', docs, ...fields } } })

describe('a response that matches the document passes:', () => {
  test.each<[string, ReceivedResponse]>([
    ['a list continued by cursor', seasons()],
    ['an error with its own extras', error({ allowed: ['a'] })],
    ['304 without a body', seasons({ status: 304, body: undefined })],
    ['HEAD without a body', seasons({ method: 'HEAD', body: undefined })],
    ['the index without a slash', { ...error({}), path: '/v1' }],
    ['a wrong method', { ...error({ allowed: ['GET'] }, 405), method: 'POST' }],
    ['a preflight', seasons({ method: 'OPTIONS', status: 204, body: undefined })],
    ['an unknown path', { ...error({ code: 'not_found' }, 404), path: '/v1/nothing' }],
  ])('%s', (_, response) => expect(() => validateResponse(response)).not.toThrow())
})

describe('a response that does not match the document fails:', () => {
  test.each<[string, ReceivedResponse, RegExp]>([
    ['200 for an unknown path', seasons({ path: '/v1/nothing' }), /not in the document/],
    ['200 for a trailing slash', seasons({ path: '/v1/seasons/' }), /not in the document/],
    ['a status the endpoint does not have', error({ code: 'not_found' }, 404), /has no response 404/],
    ['a method the endpoint does not have', seasons({ method: 'POST' }), /not in the document/],
    [
      'another content type',
      seasons({ headers: new Headers({ ...HEADERS, 'content-type': 'text/html' }) }),
      /text\/html/,
    ],
    ['a response without ETag', seasons({ headers: without('etag') }), /lacks the header ETag/],
    ['an error without X-Request-Id', { ...error({}), headers: without('x-request-id') }, /X-Request-Id/],
    [
      'a limit without Retry-After',
      error({ code: 'rate_limited', resets_at: '2026-11-20T19:30:00Z' }, 429),
      /Retry-After/,
    ],
    ['a body where there is none', seasons({ status: 304 }), /has a body/],
    ['a missing field', seasons({ body: { data: [{ id: 'ss_2k9v0d3w' }], meta: {} } }), /required property 'name'/],
    ['an unknown field', seasons({ body: { data: [], meta: { count: 0, next_cursor: null, more: 1 } } }), /additional/],
    ['an error with the extras of another code', error({ plan: 'free' }), /Unrecognized key: "plan"/],
    ['an error with the code of another status', error({ code: 'unauthorized' }), /another status/],
    ['an error without its documentation', error({ docs: undefined }), /docs/],
  ])('%s', (_, response, message) => {
    expect(() => validateResponse(response)).toThrow(ResponseMismatch)
    expect(() => validateResponse(response)).toThrow(message)
  })
})
