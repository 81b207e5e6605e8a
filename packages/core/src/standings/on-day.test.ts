import { describe, expect, test } from 'vitest'
import { anyDatabase, catchServiceError, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

/** A double round of three teams, and the play-offs. */
const SEASON: SampleGame[] = [
  { id: 'g1', date: '2026-10-01', home: 'A', away: 'B', score: [80, 70] },
  { id: 'g2', date: '2026-10-08', home: 'B', away: 'C', score: [90, 60] },
  { id: 'g3', date: '2026-10-08', home: 'C', away: 'A', score: [75, 74] },
  { id: 'g4', date: '2026-10-15', home: 'A', away: 'C', score: [66, 99] },
  { id: 'p1', date: '2026-11-01', home: 'C', away: 'B', score: [80, 60], stage: 'playoffs' },
]

/** A season as it was at the end of a day: with its later games as they were scheduled. */
const playedUntil = (date: string): SampleGame[] =>
  SEASON.map((game) => ((game.date ?? '') > date ? { ...game, status: 'scheduled' } : game))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const competition = sampleId('competition', 'L')
  const getTable = async (date: string) => (await core().caller('live').history.standings({ competition, date })).data

  test('the table of each day is that of a database with the results up to it', async () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-08', '2026-10-14', '2026-10-15', '2026-12-31']
    const tables = []
    for (const day of days) {
      await writeGames(core(), ...playedUntil(day))
      const { data } = await core().caller('live').standings.get({ competition })
      tables.push(data.games === 0 ? { ...data, through: day } : data)
    }
    for (const [index, day] of days.entries()) expect(await getTable(day)).toEqual(tables[index])
    expect(tables.map(({ games }) => games)).toEqual([0, 1, 3, 3, 4, 4])
  })

  test('a forfeit and overtime count from their day', async () => {
    const periods = { home: [20, 20, 20, 20, 10], away: [20, 20, 20, 20, 5] }
    await writeGames(
      core(),
      {
        id: 'g1',
        date: '2026-10-01',
        home: 'A',
        away: 'B',
        score: [90, 85],
        periods,
        competition: { tie_break: 'euroleague' },
      },
      { id: 'g2', date: '2026-10-08', home: 'B', away: 'A', status: 'forfeit', forfeit_winner: 'home' },
    )
    const records = async (day: string) =>
      (await getTable(day)).table.map(({ won, lost, team }) => [team.name, won, lost])
    expect(await records('2026-10-07')).toEqual([
      ['Team A', 1, 0],
      ['Team B', 0, 1],
    ])
    expect((await records('2026-10-08')).map(([, ...record]) => record)).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  test('without a season it is the latest with a final game by that day, before the first the latest of all', async () => {
    await writeGames(core(), ...SEASON, { id: 'old', year: 2025, date: '2025-10-01' })
    expect((await getTable('2026-09-30')).season.name).toBe('2025-26')
    expect((await getTable('2026-10-01')).season.name).toBe('2026-27')
    expect(await getTable('2025-09-30')).toMatchObject({ season: { name: '2026-27' }, games: 0, through: '2025-09-30' })
  })

  test('a mistyped day returns bad_request, and a lower plan upgrade_required', async () => {
    await writeGames(core(), ...SEASON)
    expect(await catchServiceError(getTable('2026-02-30'))).toMatchObject({ code: 'bad_request' })
    const free = core().caller('free').history.standings({ competition, date: '2026-10-01' })
    expect(await catchServiceError(free)).toMatchObject({ code: 'upgrade_required' })
  })
})
