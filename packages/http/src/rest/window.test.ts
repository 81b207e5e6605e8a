import { Game, Usage } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getBodyError, idsIn, nextCursor, pageMeta } from '../testing/response.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService, UNLIMITED } from '../testing/services.ts'

const FIRST = '2026-11-19'

/** Plan free includes one day before today, live two, archive and complete all days; today is 2026-11-20. */
const service = sharedService('embedded', {
  games: GAMES,
  now: () => NOW,
  plans: {
    free: { ...UNLIMITED.free, days_back: 1 },
    live: { ...UNLIMITED.live, days_back: 2 },
    archive: UNLIMITED.archive ?? {},
    complete: UNLIMITED.complete ?? {},
  },
})
let keys: Record<'free' | 'live' | 'archive', string>
let ids: Awaited<ReturnType<typeof readLeagueIds>>
beforeAll(async () => {
  const { newKey, core } = service()
  keys = { free: await newKey('free'), live: await newKey('live'), archive: await newKey('archive') }
  ids = await readLeagueIds(core)
})
const request = (path: string, plan: keyof typeof keys) => service().request(`/v1${path}`, { key: keys[plan] })
const dates = async (path: string, plan: keyof typeof keys) =>
  z
    .object({ data: z.array(Game) })
    .parse((await request(path, plan)).body)
    .data.map(({ date }) => date)

test('usage has the dates that the plan includes', async () => {
  const window = async (plan: keyof typeof keys) =>
    z.object({ data: Usage }).parse((await request('/usage', plan)).body).data.window
  expect(await window('free')).toEqual({ from: FIRST, to: null })
  expect(await window('live')).toEqual({ from: '2026-11-18', to: null })
  expect(await window('archive')).toEqual({ from: null, to: null })
})

describe('games outside the window are never listed', () => {
  test.each(['/games', `/games?from=2020-01-01`, '/games?status=final', '/games?to=2026-12-31'])('%s', async (path) => {
    const listed = await dates(path, 'free')
    expect(listed).not.toEqual([])
    expect(listed.filter((date) => date < FIRST)).toEqual([])
    expect(pageMeta(await request(path, 'free')).total).toBe(listed.length)
    expect((await dates(path, 'archive')).length).toBeGreaterThan(listed.length)
  })

  test('a list with no other games is empty, with totals of 0', async () => {
    for (const query of ['date=2026-11-18', 'to=2026-11-18', 'date=2025-11-20', 'status=no_result'])
      expect(pageMeta(await request(`/games?${query}`, 'free'))).toMatchObject({
        count: 0,
        total: 0,
        next_cursor: null,
      })
    expect(pageMeta(await request(`/games?season=${ids.lastSeason}`, 'free')).total).toBe(0)
    expect(pageMeta(await request(`/games?season=${ids.lastSeason}`, 'archive')).total).toBe(1)
  })

  test('a cursor from a higher plan does not reach games outside the window', async () => {
    const cursor = nextCursor(await request('/games?per_page=6', 'archive'))
    const response = await request(`/games?cursor=${cursor}`, 'free')
    expect([response.status, idsIn(response)]).toEqual([200, []])
  })
})

describe('a game outside the window', () => {
  test('is 403 upgrade_required with the lowest plan that includes it', async () => {
    const response = await request(`/games/${ids.noResult}`, 'free')
    expect(response.status).toBe(403)
    expect(getBodyError(response)).toMatchObject({
      code: 'upgrade_required',
      plan: 'live',
      pricing: service().core.service.pricing,
    })
    expect(getBodyError(await request(`/games/${ids.old}`, 'free')).plan).toBe('archive')
  })

  test('is 403 for each of its parts, even after another plan has read them', async () => {
    for (const part of ['boxscore', 'playbyplay', 'shots']) {
      expect((await request(`/games/${ids.old}/${part}`, 'archive')).status).toBe(200)
      const response = await request(`/games/${ids.old}/${part}`, 'live')
      expect([response.status, getBodyError(response).plan]).toEqual([403, 'archive'])
    }
  })

  test('is 403 without any data of the game', async () => {
    const { text } = await request(`/games/${ids.old}`, 'live')
    expect(text).not.toMatch(/Alpha|Beta|2025-11-20|71/)
  })
})

test('games within the window are returned', async () => {
  for (const id of [ids.final, ids.scheduled]) expect((await request(`/games/${id}`, 'free')).status).toBe(200)
  for (const part of ['', '/boxscore', '/playbyplay', '/shots'])
    expect((await request(`/games/${ids.final}${part}`, 'live')).status).toBe(200)
  expect(await dates('/results/yesterday', 'free')).toHaveLength(4)
})

test('an unknown game is 404 on every plan', async () => {
  for (const plan of ['free', 'live', 'archive'] as const)
    expect((await request(`/games/${UNKNOWN.game}`, plan)).status).toBe(404)
})
