import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import type { Plan } from '../contract/index.ts'
import {
  ingestOrThrow,
  anyDatabase,
  finalGame,
  newDatabase,
  openTestCore,
  catchServiceError,
} from '../testing/index.ts'

const NOW = '2026-11-20T12:00:00Z'
const DAYS = ['2026-11-20', '2026-11-19', '2026-11-13', '2026-11-12', '2025-11-20', '2025-11-19', '2020-01-01']
/** The window of free is a week, that of live a year; archive and complete have none. */
const plans = { free: { days_back: 7 }, live: { days_back: 365 } }
const FIRST: Record<Plan, string> = { free: '2026-11-13', live: '2025-11-20', archive: '', complete: '' }
const PARTS = ['get', 'boxScore', 'playByPlay', 'shots'] as const

describe.each(anyDatabase)('on %s, with plans whose windows are limited', (kind) => {
  let core: Core
  const ids = new Map<string, string>()
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address, plans, now: () => new Date(NOW) })
    for (const date of DAYS)
      ids.set(date, (await ingestOrThrow(core, finalGame([8, 6], { game: { external_id: date, date } }))).game)
    return async () => {
      await core.close()
      await drop()
    }
  })
  const within = (plan: Plan) => DAYS.filter((day) => day >= FIRST[plan])

  describe.each(['free', 'live', 'archive', 'complete'] as const)('plan %s', (plan) => {
    test('lists contain and count only games inside the window', async () => {
      const { data, meta } = await core.caller(plan).games.list({})
      expect(data.map(({ date }) => date)).toEqual(within(plan))
      expect(meta).toMatchObject({ total: within(plan).length, plan })
    })

    test('filters return no game outside the window', async () => {
      const dates = async (filters: { from?: string; to?: string; date?: string }) =>
        (await core.caller(plan).games.list(filters)).data.map(({ date }) => date)
      expect(await dates({ from: '2000-01-01' })).toEqual(within(plan))
      expect(await dates({ to: '2026-11-12' })).toEqual(within(plan).filter((day) => day <= '2026-11-12'))
      expect(await dates({ from: '2026-11-19' })).toEqual(['2026-11-20', '2026-11-19'])
      for (const day of DAYS) expect(await dates({ date: day })).toEqual(within(plan).filter((date) => date === day))
    })

    test('a list by cursor contains only games inside the window', async () => {
      const dates: string[] = []
      let cursor: string | null | undefined
      do {
        const { data, meta } = await core.caller(plan).games.list({ per_page: 1, ...(cursor && { cursor }) })
        dates.push(...data.map(({ date }) => date))
        cursor = meta.next_cursor
      } while (cursor !== null)
      expect(dates).toEqual(within(plan))
    })

    /** The plan that the error names; null if the caller may read the game. */
    const requiredPlan = (part: (typeof PARTS)[number], date: string): Plan | null => {
      if (part !== 'get' && plan === 'free') return 'live'
      if (date >= FIRST[plan]) return null
      return date >= FIRST.live ? 'live' : 'archive'
    }

    test('a game outside the window and its parts return upgrade_required, also if their responses are stored', async () => {
      for (const id of ids.values()) for (const part of PARTS) await core.caller().games[part]({ id })
      for (const [date, id] of ids)
        for (const part of PARTS) {
          const refusal = await catchServiceError(core.caller(plan).games[part]({ id }))
          const needed = requiredPlan(part, date)
          const expected = needed === null ? [] : ['upgrade_required', needed, core.service.pricing]
          const actual = refusal === null ? [] : [refusal.code, refusal.plan, refusal.pricing]
          expect(actual, `${part} of ${date}`).toEqual(expected)
        }
    })

    test('an unknown game is not_found', async () => {
      await expect(core.caller(plan).games.get({ id: 'gm_00000000' })).rejects.toMatchObject({ code: 'not_found' })
    })

    test('Usage contains the window', async () => {
      const { data } = await core.caller(plan).usage({})
      expect(data.window).toEqual({ from: FIRST[plan] === '' ? null : FIRST[plan], to: null })
    })
  })

  test("yesterday's results contain only games inside the window", async () => {
    expect((await core.caller('free').results.yesterday({})).data).toHaveLength(1)
    const { address, drop } = await newDatabase(kind)
    const today = await createCore({ database: address, plans: { free: { days_back: 0 } }, now: () => new Date(NOW) })
    await ingestOrThrow(today, finalGame([8, 6]))
    expect((await today.caller('free').results.yesterday({})).data).toEqual([])
    expect((await today.caller('live').results.yesterday({})).data).toHaveLength(1)
    await today.close()
    await drop()
  })
})

describe('the plan in upgrade_required', () => {
  const openWithWindows = async () => {
    const core = await openTestCore('Postgres', {
      plans: { live: { days_back: 7 }, archive: { days_back: 30 }, complete: { days_back: 14 } },
      now: () => new Date(NOW),
    })
    const writeGameOn = async (date: string) =>
      (await ingestOrThrow(core, finalGame([8, 6], { game: { external_id: date, date } }))).game
    return { core, writeGameOn }
  }

  test('is the lowest plan that includes the endpoint and the day', async () => {
    const { core, writeGameOn } = await openWithWindows()
    const id = await writeGameOn('2026-11-01')
    expect(await catchServiceError(core.caller('free').games.get({ id }))).toBeNull()
    expect(await catchServiceError(core.caller('live').games.boxScore({ id }))).toMatchObject({
      plan: 'archive',
      message: 'Games before 2026-11-13 need a plan that reaches further back. This key is on plan live.',
    })
    expect(await catchServiceError(core.caller('complete').games.shots({ id }))).toMatchObject({ plan: 'archive' })
  })

  test('is the plan that reaches furthest back if no plan includes both, and the message explains it', async () => {
    const { core, writeGameOn } = await openWithWindows()
    const [recent, old] = [await writeGameOn('2026-11-01'), await writeGameOn('2026-01-01')]
    const none = (path: string, day: string, plan: Plan) =>
      `No plan that reaches ${path} reads games before ${day}. This key is on plan ${plan}.`
    for (const plan of ['live', 'archive', 'complete'] as const)
      expect(await catchServiceError(core.caller(plan).games.boxScore({ id: old }))).toMatchObject({
        code: 'upgrade_required',
        plan: 'archive',
        message: none('/games/{id}/boxscore', '2026-10-21', plan),
      })
    expect(await catchServiceError(core.caller('complete').games.prices({ id: recent }))).toMatchObject({
      plan: 'complete',
      message: none('/games/{id}/prices', '2026-11-06', 'complete'),
    })
  })

  test("is the caller's plan if no plan reaches further back", async () => {
    const core = await openTestCore('Postgres', {
      plans: { live: { days_back: 7 }, archive: { days_back: 7 }, complete: { days_back: 7 } },
      now: () => new Date(NOW),
    })
    const { game } = await ingestOrThrow(core, finalGame([8, 6], { game: { date: '2026-01-01' } }))
    for (const plan of ['live', 'archive', 'complete'] as const)
      expect(await catchServiceError(core.caller(plan).games.boxScore({ id: game }))).toMatchObject({ plan })
  })
})
