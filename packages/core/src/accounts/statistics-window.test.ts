import { describe, expect, test } from 'vitest'
import type { Plan } from '../contract/index.ts'
import { databases, idOf, serviceErrorOf, sharedCore, writeGames } from '../testing/index.ts'

const DAYS = ['2026-11-19', '2026-11-13', '2026-11-12', '2026-01-01']
const within = (first: string) => DAYS.filter((day) => day >= first)

/** All read back a week, but archive: everything. */
const plans = { free: { days_back: 7 }, live: { days_back: 7 }, complete: { days_back: 7 } }

describe.each(databases)('on %s, where plans reach back a number of days', (kind) => {
  const core = sharedCore(kind, { plans, now: () => new Date('2026-11-20T12:00:00Z') })
  const load = () =>
    writeGames(core(), ...DAYS.map((date) => ({ id: date, date, sheet: { home: { players: { p: { points: 10 } } } } })))
  const [player, team, opponent] = [idOf('player', 'p'), idOf('team', 'A'), idOf('team', 'B')]

  test('the game log has and counts the games inside the window only, by page and by cursor', async () => {
    await load()
    const log = async (plan: 'live' | 'archive', input: { from?: string; to?: string } = {}) =>
      core()
        .caller(plan)
        .players.games({ id: player, ...input })
    const dates = async (...asked: Parameters<typeof log>) => (await log(...asked)).data.map(({ game }) => game.date)
    expect(await dates('live')).toEqual(within('2026-11-13'))
    expect(await dates('archive')).toEqual(DAYS)
    expect((await log('live')).meta).toMatchObject({ total: 2 })
    expect(await dates('live', { from: '2020-01-01' })).toEqual(within('2026-11-13'))
    expect(await dates('live', { to: '2026-11-12' })).toEqual([])
    expect(await dates('live', { from: '2026-11-19' })).toEqual(['2026-11-19'])
    const walked: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, meta } = await core()
        .caller('live')
        .players.games({ id: player, per_page: 1, ...(cursor && { cursor }) })
      walked.push(...data.map(({ game }) => game.date))
      cursor = meta.next_cursor
    } while (cursor !== null)
    expect(walked).toEqual(within('2026-11-13'))
  })

  test('head-to-head and its record have only games inside the window', async () => {
    await load()
    const headToHead = async (plan: 'live' | 'archive') =>
      (await core().caller(plan).teams.headToHead({ id: team, opponent })).data
    expect((await headToHead('live')).games.map(({ date }) => date)).toEqual(within('2026-11-13'))
    expect((await headToHead('live')).summary).toMatchObject({ games: 2, won: 2, first_date: '2026-11-13' })
    expect((await headToHead('archive')).summary).toMatchObject({ games: 4, first_date: '2026-01-01' })
  })

  test('form and splits have only games inside the window', async () => {
    await load()
    const { teams, players } = core().caller('complete')
    const { data: form } = await teams.form({ id: team })
    expect(form.games.map(({ game }) => game.date)).toEqual(within('2026-11-13'))
    expect(form.summary.games).toBe(2)
    expect((await players.splits({ id: player, by: 'month' })).data.splits).toMatchObject([
      { split: '2026-11', games: 2 },
    ])
  })

  test('standings, leaders, rosters and averages have all games of a season while its last one is inside the window', async () => {
    await load()
    await writeGames(core(), {
      id: 'old',
      date: '2025-01-01',
      year: 2024,
      sheet: { home: { players: { p: { points: 30 } } } },
    })
    const competition = idOf('competition', 'L')
    const upgrade = { code: 'upgrade_required', plan: 'archive' }
    const seasons = async (plan: Plan) =>
      (await core().caller(plan).players.seasons({ id: player })).data.seasons.map(({ games }) => games)
    expect(await seasons('live')).toEqual([4])
    expect(await seasons('archive')).toEqual([4, 1])
    const { data: lists } = await core().caller('archive').seasons.list({ competition })
    const [now, old] = lists.map(({ id }) => id)
    const refusals = async (season: string | undefined) => {
      const { standings, teams } = core().caller('live')
      const { leaders } = core().caller('complete')
      return [
        await serviceErrorOf(standings.get({ competition, season })),
        await serviceErrorOf(leaders.get({ competition, season })),
        await serviceErrorOf(teams.roster({ id: team, season })),
      ]
    }
    expect(await refusals(now)).toEqual([null, null, null])
    expect(await refusals(old)).toMatchObject([upgrade, { ...upgrade, plan: 'complete' }, upgrade])
    expect((await core().caller('archive').standings.get({ competition, season: old })).data.games).toBe(1)
  })
})
