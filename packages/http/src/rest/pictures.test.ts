import { beforeAll, describe, expect, test } from 'vitest'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { getBodyError } from '../testing/response.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let ids: Awaited<ReturnType<typeof readLeagueIds>>
beforeAll(async () => {
  ;[key, ids] = await Promise.all([service().newKey('live'), readLeagueIds(service().core)])
})
const request = (path: string, headers: Record<string, string> = {}) =>
  service().request(`/v1${path}`, { key, headers })

const paths = () => [
  `/games/${ids.final}/shots.svg`,
  `/games/${ids.final}/flow.svg`,
  `/teams/${ids.alpha}/shots.svg`,
  `/players/${ids.player}/shots.svg`,
]

describe('a picture', () => {
  test('is an SVG document that caches revalidate like any other response, and a 304 is not counted', async () => {
    for (const path of paths()) {
      const first = await request(path)
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      expect(first.body).toMatch(/^<svg .*<title>.*<desc>.*<\/svg>$/)
      const again = await request(path, { 'if-none-match': first.headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
    }
  })

  test('that is refused has an error as JSON', async () => {
    const refusals = await Promise.all(
      [
        `/games/${UNKNOWN.game}/shots.svg`,
        `/games/${ids.final}/shots.svg?side=both`,
        `/games/${ids.final}/flow.svg?width=9`,
        `/teams/${ids.alpha}/shots.svg?season=${UNKNOWN.season}`,
      ].map((path) => request(path)),
    )
    expect(refusals.map((response) => [response.status, getBodyError(response).code])).toEqual([
      [404, 'not_found'],
      [400, 'bad_request'],
      [422, 'unknown_parameter'],
      [400, 'bad_request'],
    ])
    const free = await service().request(`/v1/games/${ids.final}/flow.svg`, { key: await service().newKey('free') })
    expect([free.status, getBodyError(free)]).toMatchObject([403, { code: 'upgrade_required', plan: 'live' }])
  })
})
