import { beforeAll, describe, expect, test } from 'vitest'
import { getBodyError, idsIn } from '../testing/response.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
let ids: Awaited<ReturnType<typeof readLeagueIds>>
beforeAll(async () => {
  ;[key, ids] = await Promise.all([service().newKey('live'), readLeagueIds(service().core)])
})
const request = (path: string) => service().request(`/v1${path}`, { key })

describe('a well-formed id with no record', () => {
  test.each(['', '/boxscore', '/playbyplay', '/shots'].map((part) => `/games/${UNKNOWN.game}${part}`))(
    'in a path is 404: %s',
    async (path) => {
      const response = await request(path)
      expect([response.status, getBodyError(response).code]).toEqual([404, 'not_found'])
    },
  )

  test('of a team is 404', async () => {
    expect((await request(`/teams/${UNKNOWN.team}`)).status).toBe(404)
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
    const response = await request(path)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ data: [], meta: { count: 0, total: 0, next_cursor: null } })
  })
})

describe('q finds teams', () => {
  const teamsFor = async (q: string) => idsIn(await request(`/teams?q=${q}`))

  test.each(['zalgiris', 'ŽALGIRIS', 'žalg', 'Zalg kau', 'kaunas zalgiris', ' zalgiris ', 'z\u030calgiris'])(
    'by the start of each word, ignoring case and accents: %s',
    async (q) => {
      expect(await teamsFor(encodeURIComponent(q))).toEqual([ids.zalgiris])
    },
  )

  test.each(['algiris', 'zalgiris x', 'kaunasx', 'alpha beta'])('only if every word matches: %s', async (q) => {
    expect(await teamsFor(encodeURIComponent(q))).toEqual([])
  })

  test.each(["m'baye", 'mbaye', 'M’BAYE', 'm-baye', '100', '100%_', 'baye'])('ignoring punctuation: %s', async (q) => {
    expect(await teamsFor(encodeURIComponent(q))).toHaveLength(1)
  })

  test.each(['%', '_', '%%', "'", '\\', ' ', '\0', '&', '!', ':*', '\u0301'])(
    'and is 400 without a letter or digit: %s',
    async (q) => {
      const response = await request(`/teams?q=${encodeURIComponent(q)}`)
      expect([response.status, getBodyError(response).code]).toEqual([400, 'bad_request'])
    },
  )

  test.each([
    ['a%', 'a'],
    ['_a', 'a'],
    ["a'", 'a'],
    ['a\\', 'a'],
    ['a\0', 'a'],
    ['!a', 'a'],
    ['a:*', 'a'],
    ['a   ', 'a'],
    ['a | b', 'a b'],
    ['(a & !b)', 'a b'],
    ['a <-> a', 'a'],
  ])('and has no operators or wildcards: %s is read as %s', async (sent, same) => {
    expect(await teamsFor(encodeURIComponent(sent))).toEqual(await teamsFor(encodeURIComponent(same)))
  })

  test('and may have at most 100 characters', async () => {
    expect((await request(`/teams?q=${'a'.repeat(100)}`)).status).toBe(200)
    expect((await request(`/teams?q=${'a'.repeat(101)}`)).status).toBe(400)
  })
})
