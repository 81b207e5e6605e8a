import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { GAMES, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
beforeAll(async () => {
  key = await service().newKey('complete')
})

const NAMES = 'page cursor per_page date from to competition season team status q key'.split(' ')
const VALUES = ['1', '2', '200', '2026-11-19', 'final', 'a', 'cp_00000000', UNKNOWN.season]
const SIGNS = [...'!$&\'()*+,-./:;=?@[]_~%"<>\\^`{|}#']

const encoded = fc.string({ unit: 'grapheme' }).map(encodeURIComponent)
const bytes = fc.uint8Array({ maxLength: 20 }).map((each) => Buffer.from(each).toString('hex').replace(/../g, '%$&'))
const value = fc.oneof(
  encoded,
  bytes,
  fc.constantFrom(...VALUES),
  fc.stringMatching(/^[\w%.+-]{0,12}$/),
  fc.string({ unit: fc.constantFrom(...SIGNS, 'a', '1', '2'), maxLength: 30 }),
)
const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: encoded })
const query = fc
  .array(
    fc.tuple(name, value).map((pair) => pair.join('=')),
    { maxLength: 4 },
  )
  .map((each) => each.join('&'))

test('any query string returns 200, 400 or 422', async () => {
  const paths = [
    '/v1',
    '/v1/games',
    '/v1/seasons',
    '/v1/teams',
    '/v1/competitions',
    '/v1/results/yesterday',
    '/v1/usage',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), query, async (path, sent) => {
      expect([200, 400, 422]).toContain((await service().request(`${path}?${sent}`, { key })).status)
    }),
    { numRuns: 600 },
  )
})

test('any id in a path returns 400 or 404', async () => {
  const id = fc.oneof(
    encoded,
    bytes,
    fc.stringMatching(/^gm_[0-9a-hjkmnp-tv-z]{8}$/),
    fc.string({ unit: fc.constantFrom(...'%20aG_/-~!') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('games', 'teams'), id, async (records, sent) => {
      // The URL parser resolves . and .. in a path before it is routed.
      fc.pre(!/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(sent))
      expect([400, 404]).toContain((await service().request(`/v1/${records}/${sent}`, { key })).status)
    }),
    { numRuns: 200 },
  )
})
