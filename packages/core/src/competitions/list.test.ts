import { describe, expect, test } from 'vitest'
import { ingestOrThrow, scheduledGame, anyDatabase, sharedCore } from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const game = (league: string, year: number, external_id: string, date = `${year}-11-01`) =>
    scheduledGame({
      competition: { external_id: league, slug: league.toLowerCase(), name: league },
      season: { external_id: `${league}${year}`, name: `${year}-${(year + 1) % 100}`, start_year: year },
      game: { external_id, date },
    })

  test('a competition has the number of its seasons and games and the names of its first and last season', async () => {
    await ingestOrThrow(core(), game('Beta', 2025, 'g1'))
    await ingestOrThrow(core(), game('Beta', 2023, 'g2'))
    await ingestOrThrow(core(), game('Beta', 2024, 'g3'))
    await ingestOrThrow(core(), game('Beta', 2024, 'g4'))
    await ingestOrThrow(core(), game('Alpha', 2020, 'g5'))
    const { data, meta } = await core().caller('free').competitions.list({})
    expect(data).toEqual([
      expect.objectContaining({
        name: 'Alpha',
        slug: 'alpha',
        seasons: 1,
        games: 1,
        first_season: '2020-21',
        last_season: '2020-21',
      }),
      expect.objectContaining({
        name: 'Beta',
        country: null,
        gender: 'men',
        kind: 'league',
        seasons: 3,
        games: 4,
        first_season: '2023-24',
        last_season: '2025-26',
      }),
    ])
    expect(meta).toMatchObject({ count: 2, total: 2, total_pages: 1, plan: 'free' })
  })

  test('a competition has the form of its games', async () => {
    await ingestOrThrow(core(), game('Quarters', 2026, 'q'))
    const halves = game('Halves', 2026, 'h')
    const form = { periods: 2, period_minutes: 20, overtime_minutes: 3 }
    await ingestOrThrow(core(), { ...halves, competition: { ...halves.competition, ...form } })
    const { data } = await core().caller('free').competitions.list({})
    expect(data).toMatchObject([
      { name: 'Halves', ...form },
      { name: 'Quarters', periods: 4, period_minutes: 10, overtime_minutes: 5 },
    ])
  })

  test('competitions are sorted by name without case and accents, then by id', async () => {
    for (const league of ['zeta', 'Echo', 'delta', 'Alpha']) await ingestOrThrow(core(), game(league, 2026, league))
    await ingestOrThrow(
      core(),
      scheduledGame({
        competition: { external_id: 'É', slug: 'e', name: 'Éclair' },
        season: { external_id: 'É' },
        game: { external_id: 'É' },
      }),
    )
    const { data } = await core().caller().competitions.list({})
    expect(data.map(({ name }) => name)).toEqual(['Alpha', 'delta', 'Echo', 'Éclair', 'zeta'])
  })

  test('seasons are sorted newest first and can be filtered by competition', async () => {
    for (const year of [2024, 2026, 2025]) await ingestOrThrow(core(), game('Beta', year, `b${year}`))
    await ingestOrThrow(core(), game('Beta', 2026, 'last', '2027-05-30'))
    await ingestOrThrow(core(), game('Alpha', 2025, 'a2025'))
    const { data } = await core().caller('free').seasons.list({})
    expect(data.map(({ start_year }) => start_year)).toEqual([2026, 2025, 2025, 2024])
    const equal = data.filter(({ start_year }) => start_year === 2025).map(({ id }) => id)
    expect(equal).toEqual(equal.toSorted())
    expect(data[0]).toMatchObject({
      name: '2026-27',
      competition: { name: 'Beta' },
      games: 2,
      first_date: '2026-11-01',
      last_date: '2027-05-30',
    })
    const competition = data[0]?.competition.id
    const ofOne = await core().caller('free').seasons.list({ competition })
    expect(ofOne.data).toEqual(data.filter((season) => season.competition.id === competition))
    expect(ofOne.meta).toMatchObject({ total: 3 })
  })
})
