import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf, idsIn } from '../testing/bodies.ts'
import { GAMES, idsOf, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let ids: Awaited<ReturnType<typeof idsOf>>
beforeAll(async () => {
  ;[key, ids] = await Promise.all([service().newKey('complete'), idsOf(service().core)])
})
const ask = (path: string) => service().ask(`/v1${path}`, { key })

/** Every call is refused as 400 bad_request that names the parameter. */
const refused = (name: string, ...queries: string[]) =>
  test.each(queries)('%s', async (query) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'bad_request', message: expect.stringContaining(name) })
  })

const accepted = (...queries: string[]) =>
  test.each(queries)('%s', async (query) => expect((await ask(query)).status).toBe(200))

describe('a parameter that the endpoint does not take is 422 with the parameters it takes', () => {
  const paging = ['page', 'cursor', 'per_page']
  test.each([
    ['/competitions?competition=cp_00000000', paging],
    ['/seasons?season=ss_00000000', ['competition', ...paging]],
    ['/teams?team=tm_00000000', ['competition', 'season', 'q', ...paging]],
    ['/games?q=a', ['date', 'from', 'to', 'competition', 'season', 'team', 'status', ...paging]],
    ['/results/yesterday?date=2026-11-19', ['competition', ...paging]],
    ['/usage?page=1', []],
    ['/games/gm_00000000?id=gm_00000000', []],
    ['/games/gm_00000000/boxscore?page=1', []],
    ['/teams/tm_00000000?season=ss_00000000', []],
    ['/games?Page=1', expect.anything()],
    ['/games?page%20=1', expect.anything()],
    ['/games?=1', expect.anything()],
    ['/games?__proto__=1', expect.anything()],
    ['/games?constructor=1&toString=1&hasOwnProperty', expect.anything()],
    ['/games?page[]=1', expect.anything()],
    ['/games?no', expect.anything()],
  ])('%s', async (query, allowed) => {
    const answer = await ask(query)
    expect(answer.status).toBe(422)
    expect(errorOf(answer)).toMatchObject({ code: 'unknown_parameter', allowed })
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

describe('numbers are decimal digits only', () => {
  const wrong = [
    '+1',
    '%2B1',
    '-1',
    '1.0',
    '0x1',
    '1e2',
    '%201',
    '1%20',
    '1,0',
    '1_0',
    'NaN',
    'Infinity',
    '%D9%A1',
    'one',
    '1n',
  ]
  refused('page', ...wrong.map((text) => `/games?page=${text}`))
  refused('per_page', ...wrong.map((text) => `/competitions?per_page=${text}`))
  refused(
    'page',
    '/games?page=0',
    '/games?page=00',
    '/games?page=99999999999999999999',
    `/games?page=${'9'.repeat(400)}`,
  )
  refused('per_page', '/games?per_page=0', '/games?per_page=201')
  accepted('/games?page=1', '/games?page=1000000&per_page=200', '/games?per_page=1', '/games?per_page=007')
})

describe('dates are real calendar days', () => {
  const wrong = [
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-01',
    '2026-11-00',
    '2026-11-31',
    '2026-1-1',
    '0000-01-01',
  ]
  const malformed = [
    '20261119',
    '2026-11-19T00:00:00Z',
    '19.11.2026',
    '+2026-11-19',
    '-2026-11-19',
    '2026-11-19%0A',
    '12026-11-19',
    'today',
  ]
  refused('date', ...[...wrong, ...malformed].map((day) => `/games?date=${day}`))
  refused('from', ...wrong.map((day) => `/games?from=${day}`))
  refused('to', ...wrong.map((day) => `/games?to=${day}`))
  accepted('/games?date=2028-02-29', '/games?from=0001-01-01&to=9999-12-31', '/games?from=2026-11-19&to=2026-11-19')
})

describe('parameters that cannot go together are 400', () => {
  refused('from', '/games?from=2026-11-20&to=2026-11-19')
  refused('date', '/games?date=2026-11-19&from=2026-11-19', '/games?date=2026-11-19&to=2026-11-19')
  refused('page', '/games?page=1&cursor=x', '/seasons?cursor=x&page=1')
})

describe('an identifier of the wrong form is 400', () => {
  const forms = [
    'cp_0000000',
    'cp_000000000',
    'cp_0000000i',
    'CP_00000000',
    'cp_0000000O',
    'tm_00000000',
    '00000000',
    'cp_00000000%0A',
  ]
  refused('competition', ...forms.map((id) => `/games?competition=${id}`))
  refused('season', '/teams?season=cp_00000000')
  refused('team', '/games?team=gm_00000000')
  refused(
    'id',
    '/games/tm_00000000',
    '/games/GM_00000000',
    '/games/gm_0000000l',
    '/games/%00',
    '/games/%2F',
    '/games/..%2F..',
    '/teams/%E0%A4%A',
  )
})

test('a value outside a set is 400 with the values of the set', async () => {
  for (const value of ['Final', 'FINAL', 'final%20', 'finished', 'null', '%00']) {
    const answer = await ask(`/games?status=${value}`)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).allowed).toEqual(['scheduled', 'final', 'no_result'])
  }
})

describe('a well-formed id with no record', () => {
  test.each([`/games/${UNKNOWN.game}`, `/games/${UNKNOWN.game}/boxscore`, `/games/${UNKNOWN.game}/playbyplay`])(
    'in a path is 404: %s',
    async (path) => {
      const answer = await ask(path)
      expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found'])
    },
  )
  test.each([`/games/${UNKNOWN.game}/shots`, `/teams/${UNKNOWN.team}`])('in a path is 404: %s', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  test.each([
    `/games?competition=${UNKNOWN.competition}`,
    `/games?season=${UNKNOWN.season}`,
    `/games?team=${UNKNOWN.team}`,
    `/games?team=${UNKNOWN.team}&season=${UNKNOWN.season}&status=final`,
    `/seasons?competition=${UNKNOWN.competition}`,
    `/teams?competition=${UNKNOWN.competition}`,
    `/teams?season=${UNKNOWN.season}`,
    `/results/yesterday?competition=${UNKNOWN.competition}`,
  ])('as a filter is an empty list: %s', async (path) => {
    expect(await ask(path)).toMatchObject({
      status: 200,
      body: { data: [], meta: { count: 0, total: 0, next_cursor: null } },
    })
  })
})

describe('q finds teams', () => {
  test.each(['zalgiris', 'ŽALGIRIS', 'žalg', 'Zalg kau', 'kaunas zalgiris', '%20zalgiris%20', 'Z%CC%8Calgiris'])(
    'by the start of every word, whatever case and accents: %s',
    async (q) =>
      expect(idsIn(await ask(`/teams?q=${q.includes('%') ? q : encodeURIComponent(q)}`))).toEqual([ids.zalgiris]),
  )

  test.each(['algiris', 'zalgiris x', 'kaunasx', 'alpha beta'])('only where every word matches: %s', async (q) => {
    expect(idsIn(await ask(`/teams?q=${encodeURIComponent(q)}`))).toEqual([])
  })

  test.each(["m'baye", 'mbaye', 'M’BAYE', '100', '100%25_', 'baye'])('whatever the punctuation: %s', async (q) => {
    expect(idsIn(await ask(`/teams?q=${q.replace('’', '%E2%80%99')}`))).toHaveLength(1)
  })

  test.each(['%25', '_', '%25%25', "'", '%5C', '%20', '%00', '%26', '!', '%3A*'])(
    'only by letters and digits, one at least: %s',
    async (q) => expect((await ask(`/teams?q=${q}`)).status).toBe(400),
  )

  test.each([
    'a%25',
    'a_',
    "a'",
    "a'%20%7C%20b",
    'a%5C',
    'a%00',
    'a%26b',
    'a%3A*',
    'a%20%20',
    '%F0%9D%94%B8',
    'a%EF%BF%BD',
  ])('and gives no sign a meaning of its own: %s', async (q) => expect((await ask(`/teams?q=${q}`)).status).toBe(200))

  refused('q', `/teams?q=${'a'.repeat(101)}`)
})

test('a body on a GET is 400', async () => {
  for (const path of ['/v1', '/v1/games', '/v1/usage', '/v1/openapi.json'])
    expect((await service().ask(path, { key, content: '{"status":"final"}' })).status).toBe(400)
})

const NAMES = [
  'page',
  'cursor',
  'per_page',
  'date',
  'from',
  'to',
  'competition',
  'season',
  'team',
  'status',
  'q',
  'key',
]
const SIGNS = '!$&\'()*+,-./:;=?@[]_~%"<>\\^`{|}#'

describe('whatever query string is sent, the answer is a record or an error of the caller', () => {
  const encoded = fc.string({ unit: 'grapheme' }).map(encodeURIComponent)
  const bytes = fc
    .uint8Array({ maxLength: 20 })
    .map((each) => [...each].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  const value = fc.oneof(
    encoded,
    bytes,
    fc.constantFrom('1', '2', '200', '2026-11-19', 'final', 'a', 'cp_00000000', UNKNOWN.season),
    fc.stringMatching(/^[\w%.+-]{0,12}$/),
    fc.string({ unit: fc.constantFrom(...SIGNS, 'a', '1', '2'), maxLength: 30 }),
  )
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: encoded })
  const query = fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
  const paths = [
    '/v1',
    '/v1/games',
    '/v1/seasons',
    '/v1/teams',
    '/v1/competitions',
    '/v1/results/yesterday',
    '/v1/usage',
  ]

  test('200, 400 or 422, never a failure of the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), query, async (path, sent) => {
        const { status } = await service().ask(`${path}?${sent}`, { key })
        expect([200, 400, 422]).toContain(status)
      }),
      { numRuns: 600 },
    )
  })

  test('and so for any id in a path', async () => {
    const id = fc.oneof(
      encoded,
      bytes,
      fc.stringMatching(/^gm_[0-9a-hjkmnp-tv-z]{8}$/),
      fc.string({ unit: fc.constantFrom(...'%20aG_/.') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('games', 'teams'), id, async (records, sent) => {
        const { status } = await service().ask(`/v1/${records}/${sent}`.replace(/[?#]/g, ''), { key })
        expect([200, 400, 404]).toContain(status)
      }),
      { numRuns: 200 },
    )
  })
})
