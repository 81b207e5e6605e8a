import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { getBodyError } from '../testing/response.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

type Ids = Awaited<ReturnType<typeof readLeagueIds>>

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let ids: Ids
beforeAll(async () => {
  ;[key, ids] = await Promise.all([service().newKey('complete'), readLeagueIds(service().core)])
})

/** Replaces `:alpha` and the like with ids of the league, `!team` and the like with ids of no record. */
const filled = (path: string): string =>
  path
    .replaceAll(/:(\w+)/g, (_, name: keyof Ids) => ids[name])
    .replaceAll(/!(\w+)/g, (_, kind: keyof typeof UNKNOWN) => UNKNOWN[kind])
const request = (path: string) => service().request(`/v1${filled(path)}`, { key })

/** Every path with its required parameters. */
const PATHS = [
  '/players?q=player',
  '/players/:player',
  '/players/:player/games',
  '/players/:player/seasons',
  '/players/:player/splits',
  '/teams/:alpha/roster',
  '/teams/:alpha/form',
  '/teams/:alpha/head-to-head?opponent=:beta',
  '/standings?competition=:league',
  '/stats/leaders?competition=:league',
]
const and = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`
const pathTo = (endpoint: string): string => PATHS.find((path) => path.split('?')[0]?.endsWith(endpoint)) ?? ''

const refused = (name: string, ...queries: string[]) =>
  test.each(queries)('%s', async (query) => {
    const response = await request(query)
    expect(response.status).toBe(400)
    expect(getBodyError(response)).toMatchObject({ code: 'bad_request', message: expect.stringContaining(name) })
  })
const accepted = (...queries: string[]) =>
  test.each(queries)('%s', async (query) => expect((await request(query)).status).toBe(200))
const testStatus = (status: number, ...queries: string[]) =>
  test.each(queries)('%s', async (query) => expect((await request(query)).status).toBe(status))

describe('every path works with its required parameters', () => {
  accepted(...PATHS)
})

describe('an unknown parameter is 422 with the accepted parameters', () => {
  const paging = ['page', 'cursor', 'per_page']
  test.each([
    ['/players?q=player&name=x', ['q', 'team', 'competition', 'season', ...paging]],
    ['/players/:player?season=:season', []],
    ['/players/:player/games?team=:alpha', ['season', 'from', 'to', ...paging]],
    ['/players/:player/seasons?season=:season', ['competition']],
    ['/players/:player/splits?split=home', ['by', 'season', 'competition']],
    ['/teams/:alpha/roster?competition=:league', ['season']],
    ['/teams/:alpha/form?season=:season', ['last', 'venue', 'competition']],
    ['/teams/:alpha/head-to-head?opponent=:beta&season=:season', ['opponent', 'competition', 'last']],
    ['/standings?competition=:league&page=1', ['competition', 'season']],
    ['/stats/leaders?competition=:league&per_page=5', ['competition', 'season', 'stat', 'min_games', 'top']],
    ['/players/!player/splits?no=1', expect.anything()],
    ['/standings?no=1', expect.anything()],
  ])('%s', async (query, allowed) => {
    const response = await request(query)
    expect(response.status).toBe(422)
    expect(getBodyError(response)).toMatchObject({ code: 'unknown_parameter', allowed })
  })
})

describe('an unknown value of an enum is 400 with the accepted values', () => {
  const stats = 'points,rebounds,assists,steals,blocks,three_made,offensive_rebounds,minutes,performance_index'.split(
    ',',
  )
  test.each([
    ['stat', pathTo('leaders'), ['turnovers', 'Points', 'points%20', 'points,assists'], stats],
    ['by', pathTo('splits'), ['season', 'home', 'VENUE', 'null'], ['venue', 'result', 'month', 'opponent', 'starter']],
    ['venue', pathTo('form'), ['neutral', 'Home', 'both'], ['home', 'away']],
  ])('%s', async (name, path, values, allowed) => {
    for (const value of values) {
      const response = await request(and(path, `${name}=${value}`))
      expect(response.status).toBe(400)
      expect(getBodyError(response)).toMatchObject({ message: expect.stringContaining(name), allowed })
    }
  })

  test('and every listed value is accepted', async () => {
    for (const stat of stats) expect((await request(and(pathTo('leaders'), `stat=${stat}`))).status).toBe(200)
    for (const by of ['venue', 'result', 'month', 'opponent', 'starter'])
      expect((await request(and(pathTo('splits'), `by=${by}`))).status).toBe(200)
  })
})

describe('last, top and min_games are whole numbers in decimal digits', () => {
  const wrong = ['0', '-1', '%2B1', '1.0', '0x1', '1e1', '%201', 'all', '', 'NaN', '99999999999999999999']
  for (const [name, path, maximum] of [
    ['last', pathTo('form'), 100],
    ['last', pathTo('head-to-head'), 100],
    ['top', pathTo('leaders'), 100],
    ['min_games', pathTo('leaders'), 1000],
  ] as const) {
    refused(name, ...[...wrong, String(maximum + 1)].map((value) => and(path, `${name}=${value}`)))
    accepted(and(path, `${name}=1`), and(path, `${name}=${maximum}`))
  }
})

describe('q of players has at least 3 letters after trimming', () => {
  const search = (q: string) => `/players?q=${encodeURIComponent(q)}`
  refused('q', ...['', '  ', 'a', 'pl', ' pl ', 'p l', 'a1', '123', '1234', '%%%', '___', "a'b", '\0\0\0'].map(search))
  accepted(...['pla', ' pla ', 'p la', 'ПЛА', 'žal', 'a1bc', "m'ba", '100% abc'].map(search))
  refused('q', search('p'.repeat(101)))
})

test('a list of players without q and team is 400 with both names', async () => {
  for (const query of ['', 'competition=:league', 'season=:season', 'page=1']) {
    const response = await request(`/players${query === '' ? '' : `?${query}`}`)
    expect(response.status).toBe(400)
    expect(getBodyError(response)).toMatchObject({ code: 'bad_request', allowed: ['q', 'team'] })
  }
  for (const query of ['q=player', 'team=:alpha', 'q=player&team=:alpha'])
    expect((await request(`/players?${query}`)).status).toBe(200)
})

describe('a required parameter that is missing is 400', () => {
  refused('competition is required', '/standings', '/standings?season=:season', '/stats/leaders?stat=points')
  refused('opponent is required', '/teams/:alpha/head-to-head', '/teams/:alpha/head-to-head?last=5')
})

describe('a malformed identifier is 400', () => {
  refused('id', '/players/tm_00000000', '/players/pl_0000000/games', '/players/PL_00000000/seasons', '/teams/x/form')
  refused('competition', '/standings?competition=league', '/stats/leaders?competition=:season')
  refused('season', and(pathTo('roster'), 'season=2026-27'), and(pathTo('splits'), 'season=:league'))
  refused('opponent', '/teams/:alpha/head-to-head?opponent=beta')
  refused('team', '/players?team=:player')
})

describe('a well-formed id with no record', () => {
  describe('in a path is 404', () => {
    const ofPlayer = ['', '/games', '/seasons', '/splits'].map((part) => `/players/!player${part}`)
    const ofTeam = ['/roster', '/form', '/head-to-head?opponent=:beta'].map((part) => `/teams/!team${part}`)
    testStatus(404, ...ofPlayer, ...ofTeam)
  })

  describe('as competition, season or opponent of a record is 400', () => {
    refused(
      'there is no competition',
      '/standings?competition=!competition',
      '/stats/leaders?competition=!competition',
      ...['seasons', 'splits', 'form', 'head-to-head'].map((part) => and(pathTo(part), 'competition=!competition')),
    )
    refused(
      'there is no season',
      ...['standings', 'leaders', 'splits', 'roster'].map((part) => and(pathTo(part), 'season=!season')),
    )
    refused('there is no team', '/teams/:alpha/head-to-head?opponent=!team')
    refused('there is no competition', '/players/!player/seasons?competition=!competition')
  })

  describe('as a filter of a list is an empty list', () => {
    test.each([
      '/players?team=!team',
      '/players?q=player&competition=!competition',
      '/players?q=player&season=!season',
      '/players/:player/games?season=!season',
    ])('%s', async (path) => {
      expect(await request(path)).toMatchObject({
        status: 200,
        body: { data: [], meta: { total: 0, next_cursor: null } },
      })
    })
  })
})

describe('a season of another competition is 400', () => {
  refused(
    'is a season of',
    ...['standings', 'leaders'].map((part) => and(pathTo(part), 'season=:cupSeason')),
    and(pathTo('splits'), 'season=:cupSeason&competition=:league'),
  )
})

describe('a team as its own opponent is 400', () => {
  refused('another team', '/teams/:alpha/head-to-head?opponent=:alpha')
})

describe('the days of a game log', () => {
  const log = pathTo('games')
  refused('from', `${log}?from=2026-02-30`, `${log}?from=2026-11-20&to=2026-11-19`)
  refused('to', `${log}?to=yesterday`)
  refused('page', `${log}?page=0`, `${log}?page=1&cursor=x`)
  refused('cursor', `${log}?cursor=x`)
  accepted(`${log}?from=2026-11-19&to=2026-11-19`)
})

test('no parameters cause a failure of the service', async () => {
  const name = fc.constantFrom(
    ...'q team competition season page cursor per_page from to by last venue opponent stat min_games top'.split(' '),
  )
  const value = fc.oneof(
    fc.constantFrom('1', '100', 'player', 'home', 'month', 'points', '2026-11-19', ...Object.values(UNKNOWN)),
    fc.constantFrom(':alpha', ':beta', ':league', ':cup', ':season', ':cupSeason'),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  )
  const query = fc.array(
    fc.tuple(name, value).map((pair) => pair.join('=')),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), query, async (path, sent) => {
      expect([200, 400, 422]).toContain((await request(and(path, sent.join('&')))).status)
    }),
    { numRuns: 400 },
  )
})
