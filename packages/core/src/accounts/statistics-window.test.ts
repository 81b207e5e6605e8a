import { describe, expect, test } from 'vitest'
import { databases, idOf, sharedCore, tell } from '../testing/index.ts'

const DAYS = ['2026-11-19', '2026-11-13', '2026-11-12', '2026-01-01']
const within = (first: string) => DAYS.filter((day) => day >= first)

/** live and complete read back a week, archive everything. */
const plans = { live: { days_back: 7 }, complete: { days_back: 7 } }

describe.each(databases)('on %s, where plans reach back a number of days', (kind) => {
  const core = sharedCore(kind, { plans, now: () => new Date('2026-11-20T12:00:00Z') })
  const load = () =>
    tell(core(), ...DAYS.map((date) => ({ id: date, date, sheet: { home: { players: { p: { points: 10 } } } } })))
  const [player, team, opponent] = [idOf('player', 'p'), idOf('team', 'A'), idOf('team', 'B')]

  test('the game log holds the games inside the window and counts them, by number and by cursor', async () => {
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

  test('head-to-head looks no further back, its record neither', async () => {
    await load()
    const headToHead = async (plan: 'live' | 'archive') =>
      (await core().caller(plan).teams.headToHead({ id: team, opponent })).data
    expect((await headToHead('live')).games.map(({ date }) => date)).toEqual(within('2026-11-13'))
    expect((await headToHead('live')).summary).toMatchObject({ games: 2, won: 2, first_date: '2026-11-13' })
    expect((await headToHead('archive')).summary).toMatchObject({ games: 4, first_date: '2026-01-01' })
  })

  test('form and splits look no further back', async () => {
    await load()
    const { teams, players } = core().caller('complete')
    const { data: form } = await teams.form({ id: team })
    expect(form.games.map(({ game }) => game.date)).toEqual(within('2026-11-13'))
    expect(form.summary.games).toBe(2)
    expect((await players.splits({ id: player, by: 'month' })).data.splits).toMatchObject([
      { split: '2026-11', games: 2 },
    ])
  })
})
