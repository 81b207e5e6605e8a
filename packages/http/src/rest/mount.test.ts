import { beforeAll, describe, expect, test } from 'vitest'
import { finalGame } from '../testing/databases.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'
import type { RequestOptions } from '../testing/request.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let ids: Awaited<ReturnType<typeof readLeagueIds>>
/** A path of each kind: list, record, stored part of a final game, part of another game, without a key. */
let paths: string[]
const keyPaths = () => paths.filter((path) => !['', '/openapi.json'].includes(path))
beforeAll(async () => {
  ;[key, ids] = await Promise.all([service().newKey('live'), readLeagueIds(service().core)])
  const records = [`/games/${ids.final}`, `/teams/${ids.alpha}`, `/games/${ids.scheduled}/boxscore`]
  const parts = ['boxscore', 'playbyplay', 'shots'].map((part) => `/games/${ids.final}/${part}`)
  paths = ['', '/openapi.json', '/usage', '/games', '/seasons', '/teams?q=alpha', ...records, ...parts]
})
const request = (path: string, headers: Record<string, string> = {}, changes: RequestOptions = {}) =>
  service().request(`/v1${path}`, { key, headers, ...changes })
const getEtag = async (path: string, headers: Record<string, string> = {}) =>
  (await request(path, headers)).headers.get('etag') ?? ''

describe('the ETag', () => {
  test('is strong, and the same as long as nothing changes', async () => {
    for (const path of paths) {
      const first = await getEtag(path)
      expect(first).toMatch(/^"[\w-]{20,}"$/)
      expect(await getEtag(path)).toBe(first)
    }
  })

  test('differs by record, list and encoding', async () => {
    const tags = await Promise.all(
      paths.flatMap((path) => ['identity', 'gzip', 'br'].map((coding) => request(path, { 'accept-encoding': coding }))),
    )
    const bodies = new Set(tags.map(({ bytes }) => bytes.toString('base64')))
    expect(new Set(tags.map(({ headers }) => headers.get('etag'))).size).toBe(bodies.size)
  })

  test('changes when the record changes', async () => {
    const game = { external_id: 'changing', date: '2026-11-17', tip_off: null }
    const other = {
      home: { team: { external_id: 'X', name: 'Xi' } },
      away: { team: { external_id: 'Y', name: 'Psi' } },
    }
    const id = await ingested(finalGame([10, 8], { game, ...other }))
    for (const path of [`/games/${id}`, `/games/${id}/boxscore`, `/games/${id}/playbyplay`, '/games?date=2026-11-17']) {
      const before = await getEtag(path)
      await ingested(finalGame([12, 8], { game, ...other }))
      const after = await getEtag(path)
      expect(after).not.toBe(before)
      expect((await request(path, { 'if-none-match': before })).status).toBe(200)
      await ingested(finalGame([10, 8], { game, ...other }))
      expect(await getEtag(path)).toBe(before)
    }
  })
})

const ingested = async (bundle: ReturnType<typeof finalGame>): Promise<string> => {
  const result = await service().core.ingest(bundle)
  if (result.outcome === 'refused') throw new Error(result.reason)
  const { data } = await service().core.caller().games.list({ date: bundle.game.date })
  return data[0]?.id ?? ''
}

describe('If-None-Match', () => {
  test('with the ETag, weak or in a list or *, is 304 without a body', async () => {
    for (const path of paths) {
      const etag = await getEtag(path)
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other" ,W/${etag},"x"`, '*', ' * ']) {
        const response = await request(path, { 'if-none-match': header })
        expect([response.status, response.bytes.length]).toEqual([304, 0])
        expect(response.headers.get('etag')).toBe(etag)
        expect(response.headers.get('vary')).toMatch(/Accept-Encoding/)
        expect(response.headers.get('content-type')).toBeNull()
      }
    }
  })

  test('matches the ETag of any encoding', async () => {
    const path = `/games/${ids.final}/playbyplay`
    for (const sent of ['identity', 'gzip', 'br'])
      for (const accepted of ['identity', 'gzip', 'br']) {
        const etag = await getEtag(path, { 'accept-encoding': sent })
        expect((await request(path, { 'accept-encoding': accepted, 'if-none-match': etag })).status).toBe(304)
      }
  })

  test('with other tags returns 200 with the body', async () => {
    for (const path of paths) {
      const bare = (await getEtag(path)).replaceAll('"', '')
      for (const unknown of [
        '"other"',
        bare,
        `"${bare.slice(1)}"`,
        `"${bare}x"`,
        `"${bare}-zstd"`,
        '',
        '"*"',
        '"other", "x"',
      ])
        expect((await request(path, { 'if-none-match': unknown })).status).toBe(200)
    }
  })

  test('does not change an error', async () => {
    for (const path of [`/games/${UNKNOWN.game}`, '/games?page=0', '/games?no=1', '/nothing'])
      expect((await request(path, { 'if-none-match': '*' })).status).toBeGreaterThanOrEqual(400)
    expect((await service().request('/v1/games', { headers: { 'if-none-match': '*' } })).status).toBe(401)
  })
})

describe('the body is encoded', () => {
  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0.5, gzip;q=0', 'br'],
    ['deflate', null],
    ['identity', null],
    ['identity, gzip;q=0.5', null],
    ['gzip;q=0', null],
    ['gzip;q=0, br;q=0, identity;q=0', null],
    ['', null],
    ['nonsense;;;q=x,,', null],
  ])('by Accept-Encoding: %s → %s', async (header, encoding) => {
    for (const path of ['/openapi.json', `/games/${ids.final}/playbyplay`, `/games/${ids.final}/boxscore`, '/games']) {
      const { headers } = await request(path, { 'accept-encoding': header })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')).toMatch(/Accept-Encoding/)
    }
  })

  test('but only from 1,024 bytes on', async () => {
    const sizes = await Promise.all(
      paths.map(async (path) => {
        const [plain, sent] = [await request(path), await request(path, { 'accept-encoding': 'gzip' })]
        return { isLarge: plain.bytes.length >= 1024, encoding: sent.headers.get('content-encoding') }
      }),
    )
    for (const { isLarge, encoding } of sizes) expect(encoding).toBe(isLarge ? 'gzip' : null)
    expect(new Set(sizes.map(({ isLarge }) => isLarge)).size).toBe(2)
  })

  test('and decodes to the same text in every encoding', async () => {
    for (const path of paths) {
      const texts = new Set<string>()
      for (const coding of ['identity', 'gzip', 'br', 'gzip', 'identity'])
        texts.add((await request(path, { 'accept-encoding': coding })).text)
      expect(texts.size).toBe(1)
    }
  })

  test('with its length in Content-Length', async () => {
    for (const path of paths)
      for (const coding of ['identity', 'gzip', 'br']) {
        const { headers, bytes } = await request(path, { 'accept-encoding': coding })
        expect(headers.get('content-length')).toBe(String(bytes.length))
      }
  })

  test('unless it is an error', async () => {
    for (const path of [`/games/${UNKNOWN.game}`, '/games?page=0', '/nothing'])
      expect((await request(path, { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBeNull()
  })
})

describe('Cache-Control', () => {
  const getCachingHeaders = ({ headers }: { headers: Headers }) => [headers.get('cache-control'), headers.get('vary')]
  const ofKey = ['private, no-cache', 'Authorization, X-API-Key, Accept-Encoding']

  test('lets a copy of a response to a key be kept, and has it revalidated before each use', async () => {
    for (const path of [...keyPaths(), '/results/yesterday', '/games?status=final'])
      for (const [method, headers, status] of [
        ['GET', {}, 200],
        ['HEAD', {}, 200],
        ['GET', { 'if-none-match': '*' }, 304],
        ['HEAD', { 'if-none-match': '*' }, 304],
      ] as const) {
        const response = await request(path, headers, { method })
        expect([response.status, ...getCachingHeaders(response)]).toEqual([status, ...ofKey])
        expect(response.headers.get('etag')).not.toBeNull()
      }
  })

  test('is the same on an error', async () => {
    for (const path of ['/games?page=0', '/games?no=1', `/games/${UNKNOWN.game}`, '/stats/leaders', '/usage?no=1'])
      expect(getCachingHeaders(await request(path))).toEqual(ofKey)
  })

  test('forbids storing an error without a valid key', async () => {
    for (const path of ['/games', '/games?key=x', '/nothing', '?no=1'])
      expect((await service().request(`/v1${path}`)).headers.get('cache-control')).toBe('no-store')
    for (const health of ['/healthz', '/readyz'])
      expect((await fetch(service().origin + health)).headers.get('cache-control')).toBe('no-store')
  })

  test('lets everyone share the index and the OpenAPI document for five minutes', async () => {
    for (const path of ['', '/openapi.json'])
      for (const headers of [{}, { 'if-none-match': '*' }])
        expect(getCachingHeaders(await request(path, headers))).toEqual(['public, max-age=300', 'Accept-Encoding'])
  })
})

test('a response that was kept before its record existed is not used after it exists', async () => {
  const path = '/games?date=2026-11-08'
  const before = await request(path)
  expect(before.body).toMatchObject({ data: [] })
  await ingested(finalGame([9, 7], { game: { external_id: 'later', date: '2026-11-08', tip_off: null } }))
  const after = await request(path, { 'if-none-match': before.headers.get('etag') ?? '' })
  expect(after).toMatchObject({ status: 200, body: { data: [{ home_score: 9 }] } })
})
