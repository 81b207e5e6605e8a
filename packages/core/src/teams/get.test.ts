import { describe, expect, test } from 'vitest'
import { ingestOrThrow, scheduledGame, anyDatabase, finalGame, sharedCore } from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const alpha = async () => {
    const { data } = await core().caller().teams.list({ q: 'alpha' })
    return (
      await core()
        .caller()
        .teams.get({ id: data[0]?.id ?? '' })
    ).data
  }

  test('a team has its competitions by name, with their seasons newest first and the number of games', async () => {
    const game = (league: string, year: number, external_id: string, home = 'A') =>
      scheduledGame({
        competition: { external_id: league, slug: league, name: league },
        season: { external_id: `${league}${year}`, name: String(year), start_year: year },
        game: { external_id },
        home: { team: { external_id: home, name: home === 'A' ? 'Alpha' : 'Other' } },
      })
    await ingestOrThrow(core(), game('league', 2025, 'g1'))
    await ingestOrThrow(core(), game('league', 2026, 'g2'))
    await ingestOrThrow(core(), game('league', 2026, 'g3'))
    await ingestOrThrow(core(), game('cup', 2026, 'g4'))
    await ingestOrThrow(core(), game('cup', 2026, 'g5', 'C'))
    expect((await alpha()).competitions).toEqual([
      {
        id: expect.stringMatching(/^cp_/),
        name: 'cup',
        seasons: [{ id: expect.stringMatching(/^ss_/), name: '2026', games: 1 }],
      },
      {
        id: expect.stringMatching(/^cp_/),
        name: 'league',
        seasons: [
          { id: expect.stringMatching(/^ss_/), name: '2026', games: 2 },
          { id: expect.stringMatching(/^ss_/), name: '2025', games: 1 },
        ],
      },
    ])
  })

  test('coaches come from the box scores, latest first; the latest has no last year', async () => {
    const coached = (coach: string | null, date: string) =>
      finalGame([8, 6], { game: { external_id: date, date }, home: { coach } })
    await ingestOrThrow(core(), coached('First', '2022-10-01'))
    await ingestOrThrow(core(), coached('First', '2023-03-01'))
    await ingestOrThrow(core(), coached(null, '2023-04-01'))
    await ingestOrThrow(core(), coached('Second', '2023-10-01'))
    await ingestOrThrow(core(), coached('Second', '2025-10-01'))
    expect((await alpha()).coaches).toEqual([
      { name: 'Second', from: 2023, to: null },
      { name: 'First', from: 2022, to: 2023 },
    ])
  })

  test('the years of a coach follow a corrected day of a game', async () => {
    const coached = (date: string) => finalGame([8, 6], { game: { external_id: 'g1', date }, home: { coach: 'First' } })
    await ingestOrThrow(core(), coached('2022-10-01'))
    await ingestOrThrow(core(), coached('2021-10-01'))
    expect((await alpha()).coaches).toEqual([{ name: 'First', from: 2021, to: null }])
  })

  test('unknown fields are null, and coaches are empty if unknown', async () => {
    await ingestOrThrow(core(), scheduledGame())
    expect(await alpha()).toMatchObject({
      name: 'Alpha',
      country: null,
      city: null,
      arena: null,
      arena_capacity: null,
      founded: null,
      coaches: [],
    })
  })
})
