import { describe, expect, test } from 'vitest'
import {
  ingestOrThrow,
  anyDatabase,
  sampleId,
  catchServiceError,
  sharedCore,
  writeGames,
  sampleBundle,
  type SampleGame,
} from '../testing/index.ts'

const UNKNOWN = { competition: 'cp_00000000', season: 'ss_00000000', team: 'tm_00000000' }

/** A game with the closing prices of one bookmaker on moneyline and spread. */
const priced = (game: SampleGame, [home, away]: [number, number], [line, cover, other]: [number, number, number]) => {
  const bookmaker = { key: 'a', name: 'Alder' }
  const read = { bookmaker, set_at: null, read_at: null }
  const spread = { ...read, market: 'spread', line } as const
  const moneyline = { ...read, market: 'moneyline', line: null } as const
  return {
    ...sampleBundle(game),
    quotes: [
      { ...moneyline, side: 'home' as const, price: home },
      { ...moneyline, side: 'away' as const, price: away },
      { ...spread, side: 'home' as const, price: cover },
      { ...spread, side: 'away' as const, price: other },
    ],
  }
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const trends = async (scope: { competition?: string; season?: string } = {}) =>
    (
      await core()
        .caller()
        .teams.trends({ id: sampleId('team', 'A'), ...scope })
    ).data
  const angle = async (name: string, scope = {}) => (await trends(scope)).find((trend) => trend.angle === name)

  const writeSeason = () =>
    Promise.all([
      ingestOrThrow(core(), priced({ id: 'g1', date: '2026-11-01' }, [1.91, 2], [-9.5, 1.9, 1.9])),
      ingestOrThrow(
        core(),
        priced({ id: 'g2', date: '2026-11-03', home: 'B', away: 'A', score: [70, 75] }, [1.8, 1.95], [-2.5, 1.9, 1.92]),
      ),
      ingestOrThrow(core(), priced({ id: 'g3', date: '2026-11-05', score: [60, 70] }, [1.5, 2.6], [-10, 1.9, 1.9])),
    ])

  test('each game counts from the perspective of the team, at the price of the team', async () => {
    await writeSeason()
    // Won at 1.91 at home, won at 1.95 away, lost at 1.5 at home.
    expect(await angle('moneyline')).toMatchObject({ games: 3, won: 2, pushed: 0, since: '2026-11-01' })
    expect((await angle('moneyline'))?.roi).toBeCloseTo((0.91 + 0.95 - 1) / 3, 10)
    expect(await angle('moneyline_away')).toMatchObject({ games: 1, won: 1, since: '2026-11-03' })
    expect(await angle('moneyline_favourite')).toMatchObject({ games: 2, won: 1 })
    expect(await angle('moneyline_underdog')).toMatchObject({ games: 1, won: 1 })
    // The margins are +10 at −9.5, +5 at +2.5 and −10 at −10.
    expect(await angle('spread')).toMatchObject({ games: 3, won: 2, pushed: 0 })
    expect(await angle('spread_away')).toMatchObject({ games: 1, won: 1 })
    expect(await angle('total_over')).toMatchObject({ games: 0, hit_rate: null, roi: null, since: null })
  })

  test('the list is a single page', async () => {
    await writeSeason()
    const { data, meta } = await core()
      .caller()
      .teams.trends({ id: sampleId('team', 'A') })
    expect(data).toHaveLength(20)
    expect(meta).toMatchObject({ count: 20, total: 20, page: 1, next_cursor: null, next_page: null })
  })

  test('preseason, all-star and unfinished games do not count', async () => {
    const stages = ['preseason', 'all-star', 'playoffs', null] as const
    for (const [at, stage] of stages.entries())
      await ingestOrThrow(core(), priced({ id: `g${at}`, stage }, [1.9, 1.9], [-9.5, 1.9, 1.9]))
    await ingestOrThrow(core(), priced({ id: 'live', status: 'scheduled' }, [1.9, 1.9], [-9.5, 1.9, 1.9]))
    expect(await angle('moneyline')).toMatchObject({ games: 2 })
  })

  test('competition and season filter the games', async () => {
    await writeSeason()
    await ingestOrThrow(core(), priced({ id: 'cup', league: 'CUP' }, [1.9, 1.9], [-9.5, 1.9, 1.9]))
    await ingestOrThrow(core(), priced({ id: 'old', year: 2025 }, [1.9, 1.9], [-9.5, 1.9, 1.9]))
    expect(await angle('moneyline')).toMatchObject({ games: 5 })
    expect(await angle('moneyline', { competition: sampleId('competition', 'CUP') })).toMatchObject({ games: 1 })
    expect(await angle('moneyline', { season: sampleId('season', 'L2025') })).toMatchObject({ games: 1 })
  })

  test('merged seasons are one, and a game counts at the prices that it gets by a merge', async () => {
    await writeSeason()
    await ingestOrThrow(core(), priced({ id: 'old', year: 2025 }, [1.5, 2.6], [-9.5, 1.9, 1.9]))
    await core().mergeRecords(sampleId('season', 'L2025'), sampleId('season', 'L2026'))
    expect(await angle('moneyline', { season: sampleId('season', 'L2026') })).toMatchObject({
      games: 4,
      won: 3,
      since: '2025-11-19',
    })
    await writeGames(core(), { id: 'bare', date: '2026-11-07' })
    await ingestOrThrow(
      core(),
      priced({ id: 'twin', date: '2026-11-07', status: 'scheduled' }, [1.4, 2.9], [-9.5, 1.9, 1.9]),
    )
    expect(await angle('moneyline')).toMatchObject({ games: 4 })
    await core().mergeRecords(sampleId('game', 'twin'), sampleId('game', 'bare'))
    expect(await angle('moneyline')).toMatchObject({ games: 5, won: 4 })
  })

  test('a team without prices returns an empty list', async () => {
    await writeGames(core(), { id: 'g1' })
    const { data, meta } = await core()
      .caller()
      .teams.trends({ id: sampleId('team', 'A') })
    expect(data).toEqual([])
    expect(meta).toMatchObject({ count: 0, total: 0, total_pages: 0 })
  })

  test('an unknown competition or season returns bad_request, an unknown team not_found', async () => {
    await writeSeason()
    const catchRefusal = (input: { id: string; competition?: string; season?: string }) =>
      catchServiceError(core().caller().teams.trends(input))
    const team = sampleId('team', 'A')
    expect(await catchRefusal({ id: team, competition: UNKNOWN.competition })).toMatchObject({ code: 'bad_request' })
    expect(await catchRefusal({ id: team, season: UNKNOWN.season })).toMatchObject({ code: 'bad_request' })
    await writeGames(core(), { id: 'cup', league: 'CUP' })
    const other = { competition: sampleId('competition', 'CUP'), season: sampleId('season', 'L2026') }
    expect(await catchRefusal({ id: team, ...other })).toMatchObject({ code: 'bad_request' })
    expect(await catchRefusal({ id: UNKNOWN.team })).toMatchObject({ code: 'not_found' })
    expect(await catchRefusal({ id: UNKNOWN.team, season: UNKNOWN.season })).toMatchObject({ code: 'bad_request' })
    expect(await catchServiceError(core().caller('archive').teams.trends({ id: team }))).toMatchObject({
      code: 'upgrade_required',
    })
  })
})
