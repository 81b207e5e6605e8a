import { describe, expect, test } from 'vitest'
import type { Plan } from '../contract/index.ts'
import { anyDatabase, sampleId, catchServiceError, sharedCore, writeGames } from '../testing/index.ts'

const DAYS = ['2026-11-19', '2026-11-13', '2026-11-12', '2026-01-01']
const daysFrom = (first: string) => DAYS.filter((day) => day >= first)

/** Every plan may read 7 days back; archive has no limit. */
const plans = { free: { days_back: 7 }, live: { days_back: 7 }, complete: { days_back: 7 } }

describe.each(anyDatabase)('on %s with plans limited by `days_back`', (kind) => {
  const core = sharedCore(kind, { plans, now: () => new Date('2026-11-20T12:00:00Z') })
  const load = () =>
    writeGames(core(), ...DAYS.map((date) => ({ id: date, date, sheet: { home: { players: { p: { points: 10 } } } } })))
  const [player, team, opponent] = [sampleId('player', 'p'), sampleId('team', 'A'), sampleId('team', 'B')]

  test('the game log returns and counts only games in the window, by page and by cursor', async () => {
    await load()
    const log = async (plan: 'live' | 'archive', input: { from?: string; to?: string } = {}) =>
      core()
        .caller(plan)
        .players.games({ id: player, ...input })
    const dates = async (...call: Parameters<typeof log>) => (await log(...call)).data.map(({ game }) => game.date)
    expect(await dates('live')).toEqual(daysFrom('2026-11-13'))
    expect(await dates('archive')).toEqual(DAYS)
    expect((await log('live')).meta).toMatchObject({ total: 2 })
    expect(await dates('live', { from: '2020-01-01' })).toEqual(daysFrom('2026-11-13'))
    expect(await dates('live', { to: '2026-11-12' })).toEqual([])
    expect(await dates('live', { from: '2026-11-19' })).toEqual(['2026-11-19'])
    const datesByCursor: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, meta } = await core()
        .caller('live')
        .players.games({ id: player, per_page: 1, ...(cursor && { cursor }) })
      datesByCursor.push(...data.map(({ game }) => game.date))
      cursor = meta.next_cursor
    } while (cursor !== null)
    expect(datesByCursor).toEqual(daysFrom('2026-11-13'))
  })

  test('head-to-head and its summary cover only games in the window', async () => {
    await load()
    const headToHead = async (plan: 'live' | 'archive') =>
      (await core().caller(plan).teams.headToHead({ id: team, opponent })).data
    expect((await headToHead('live')).games.map(({ date }) => date)).toEqual(daysFrom('2026-11-13'))
    expect((await headToHead('live')).summary).toMatchObject({ games: 2, won: 2, first_date: '2026-11-13' })
    expect((await headToHead('archive')).summary).toMatchObject({ games: 4, first_date: '2026-01-01' })
  })

  test('form, splits, averages and the earlier meetings of a preview cover only games in the window', async () => {
    await load()
    const { teams, players } = core().caller('complete')
    const { data: form } = await teams.form({ id: team })
    expect(form.games.map(({ game }) => game.date)).toEqual(daysFrom('2026-11-13'))
    expect(form.summary.games).toBe(2)
    expect((await players.splits({ id: player, by: 'month' })).data.splits).toMatchObject([
      { split: '2026-11', games: 2 },
    ])
    expect((await players.averages({ id: player })).data).toMatchObject({ games: 2, totals: { points: 20 } })
    const { data: preview } = await core()
      .caller('complete')
      .games.preview({ id: sampleId('game', DAYS[0] ?? '') })
    expect(preview).toMatchObject({ home: { won: 3 }, head_to_head: { summary: { games: 1 } } })
  })

  test('season statistics cover the whole season if its last game is in the window, else 403', async () => {
    await load()
    await writeGames(core(), {
      id: 'old',
      date: '2025-01-01',
      year: 2024,
      sheet: { home: { players: { p: { points: 30 } } } },
    })
    const competition = sampleId('competition', 'L')
    const upgrade = { code: 'upgrade_required', plan: 'archive' }
    const complete = { code: 'upgrade_required', plan: 'complete' } // only that plan has leaders
    const seasons = async (plan: Plan) =>
      (await core().caller(plan).players.seasons({ id: player })).data.seasons.map(({ games }) => games)
    expect(await seasons('live')).toEqual([4])
    expect(await seasons('archive')).toEqual([4, 1])
    const { data: allSeasons } = await core().caller('archive').seasons.list({ competition })
    const [current, old] = allSeasons.map(({ id }) => id)
    const errors = async (season: string | undefined) => {
      const { standings, teams } = core().caller('live')
      const { leaders, history, standings: races } = core().caller('complete')
      return [
        await catchServiceError(standings.get({ competition, season })),
        await catchServiceError(leaders.get({ competition, season })),
        await catchServiceError(races.race({ competition, season })),
        await catchServiceError(history.standings({ competition, season, date: '2026-11-19' })),
        await catchServiceError(history.leaders({ competition, season, date: '2026-11-19' })),
        await catchServiceError(teams.roster({ id: team, season })),
      ]
    }
    expect(await errors(current)).toEqual([null, null, null, null, null, null])
    expect(await errors(old)).toMatchObject([upgrade, complete, complete, upgrade, complete, upgrade])
    expect((await core().caller('archive').standings.get({ competition, season: old })).data.games).toBe(1)
  })
})
