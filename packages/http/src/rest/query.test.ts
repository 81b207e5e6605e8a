import { beforeAll, describe, expect, test } from 'vitest'
import { getBodyError } from '../testing/response.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres')
let key: string
beforeAll(async () => {
  key = await service().newKey('complete')
})
const request = (path: string) => service().request(`/v1${path}`, { key })

/** Tests that each path returns 400 bad_request with a message that contains `name`. */
const refused = (name: string, ...paths: string[]) =>
  test.each(paths)('%s', async (path) => {
    const response = await request(path)
    expect(response.status).toBe(400)
    expect(getBodyError(response)).toMatchObject({ code: 'bad_request', message: expect.stringContaining(name) })
  })

const accepted = (...paths: string[]) =>
  test.each(paths)('%s', async (path) => {
    expect((await request(path)).status).toBe(200)
  })

const words = (text: string): string[] => text.split(' ')

describe('an unknown parameter is 422 with the accepted parameters', () => {
  const paging = ['page', 'cursor', 'per_page']
  const ofGames = ['date', 'from', 'to', 'competition', 'season', 'team', 'status', ...paging]
  test.each([
    ['/competitions?competition=cp_00000000', paging],
    ['/seasons?season=ss_00000000', ['competition', ...paging]],
    ['/teams?team=tm_00000000', ['competition', 'season', 'q', ...paging]],
    ['/games?q=a', ofGames],
    ['/results/yesterday?date=2026-11-19', ['competition', ...paging]],
    ['/usage?page=1', []],
    ['/games/gm_00000000?id=gm_00000000', []],
    ['/games/gm_00000000/boxscore?page=1', []],
    ['/teams/tm_00000000?season=ss_00000000', []],
    ...words('Page=1 page%20=1 %20page=1 =1 = ?page=1 no no&page=1 page[]=1').map((sent) => [
      `/games?${sent}`,
      ofGames,
    ]),
    ...words('__proto__=1 constructor=1 toString=1&hasOwnProperty').map((sent) => [`/games?${sent}`, ofGames]),
  ])('%s', async (path, allowed) => {
    const response = await request(String(path))
    expect(response.status).toBe(422)
    expect(getBodyError(response)).toMatchObject({ code: 'unknown_parameter', allowed })
  })
})

describe('a repeated parameter is 400', () => {
  refused('page', '/games?page=1&page=1', '/games?page=1&page=2', '/games?page=1&p%61ge=1')
  refused('status', '/games?status=final&status=scheduled', '/games?status=&status=final')
})

describe('an empty parameter is 400', () => {
  refused('page', '/games?page=', '/games?page', '/teams?page=&q=a')
  refused('cursor', '/games?cursor=')
  refused('competition', '/games?competition=')
  refused('q', '/teams?q=')
})

describe('numbers are decimal digits within the allowed range', () => {
  const wrong = words('+1 %2B1 -1 1.0 0x1 1e2 %201 1%20 1,0 1_0 NaN Infinity %D9%A1 %EF%BC%91 one 1n true null')
  refused('page', ...wrong.map((text) => `/games?page=${text}`))
  refused('per_page', ...wrong.map((text) => `/competitions?per_page=${text}`))
  refused('page', '/games?page=0', '/games?page=00', `/games?page=${'9'.repeat(20)}`, `/games?page=${'9'.repeat(400)}`)
  refused('per_page', '/games?per_page=0', '/games?per_page=201')
  refused(
    'page must be at most 9007199254740991',
    ...words('9007199254740992 9007199254740993 99999999999999999999').map((page) => `/games?page=${page}`),
    `/games?page=${'9'.repeat(400)}`,
  )
  refused('per_page must be at most 200', '/games?per_page=201', `/games?per_page=${'9'.repeat(400)}`)
  accepted('/games?page=1', '/games?page=9007199254740991&per_page=200', '/games?per_page=1', '/games?per_page=007')
})

describe('dates are real calendar days', () => {
  const days = words('2026-02-29 2026-02-30 2026-13-01 2026-00-01 2026-11-00 2026-11-31 1900-02-29 0000-01-01')
  const forms = words('2026-1-1 20261119 2026-11-19T00:00:00Z 19.11.2026 +2026-11-19 -2026-11-19 12026-11-19 today')
  const wrong = [...days, ...forms, '2026-11-19%0A', '%202026-11-19', '2026-11-19%20']
  for (const name of ['date', 'from', 'to']) refused(name, ...wrong.map((day) => `/games?${name}=${day}`))
  accepted('/games?date=2028-02-29', '/games?from=0001-01-01&to=9999-12-31', '/games?from=2026-11-19&to=2026-11-19')
})

describe('a range that ends before it begins is 400', () => {
  refused('from', '/games?from=2026-11-20&to=2026-11-19')
})

describe('mutually exclusive parameters are 400', () => {
  refused('date', '/games?date=2026-11-19&from=2026-11-19', '/games?date=2026-11-19&to=2026-11-19')
  refused('page', '/games?page=1&cursor=x', '/seasons?cursor=x&page=1')
})

describe('a malformed identifier, or one of another kind of record, is 400', () => {
  const forms = words('cp_0000000 cp_000000000 cp_0000000i CP_00000000 cp_0000000O tm_00000000 00000000 cp_00000000%0A')
  refused('competition', ...forms.map((id) => `/games?competition=${id}`))
  refused('season', '/teams?season=cp_00000000')
  refused('team', '/games?team=gm_00000000')
  refused('id', ...words('tm_00000000 GM_00000000 gm_0000000l %00 %2F ..%2F.. %E0%A4%A').map((id) => `/games/${id}`))
})

test('an unknown value of an enum is 400 with the accepted values', async () => {
  for (const value of ['Final', 'FINAL', 'final%20', 'finished', 'null', '%00']) {
    const response = await request(`/games?status=${value}`)
    expect(response.status).toBe(400)
    expect(getBodyError(response).allowed).toEqual(['scheduled', 'final', 'no_result'])
  }
})

describe('a query string that is not percent-encoded UTF-8 is 400', () => {
  refused('UTF-8', ...words('q=%FF q=%C3%28 q=a% q=%ZZ q=%E0%A4%A q=%ED%A0%80').map((sent) => `/teams?${sent}`))
})

test('a body on a GET is 400', async () => {
  for (const path of ['/v1', '/v1/games', '/v1/usage', '/v1/openapi.json'])
    expect((await service().request(path, { key, content: '{"status":"final"}' })).status).toBe(400)
})
