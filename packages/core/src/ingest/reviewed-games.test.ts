import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../contract/index.ts'
import { execute, sql } from '../store/index.ts'
import { countReadings, listNodes } from '../testing/explain.ts'
import {
  anyDatabase,
  catchServiceError,
  finalGame,
  ingestOrThrow,
  sampleId,
  scheduledGame,
  sharedCore,
} from '../testing/index.ts'

let now = new Date()

describe.each(anyDatabase)('the games of a day on %s', (kind) => {
  const core = sharedCore(kind, { now: () => now })
  const at = (moment: string) => {
    now = new Date(moment)
  }
  const withoutParts = (external_id: string): GameBundle =>
    scheduledGame({ game: { external_id, date: '2026-11-21', status: 'final', home_score: 80, away_score: 70 } })
  const listDoubts = async (date: string) => (await core().games.day(date)).games.map(({ id, doubts }) => [id, doubts])

  test('are those of the latest day with games up to today, with the days beside it', async () => {
    at('2026-11-25T12:00:00Z')
    expect(await core().games.day()).toEqual({ date: '2026-11-25', previous: null, next: null, games: [] })
    for (const day of ['18', '21', '28'])
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: day, date: `2026-11-${day}`, tip_off: null } }))
    expect(await core().games.day()).toMatchObject({
      date: '2026-11-21',
      previous: '2026-11-18',
      next: '2026-11-28',
      games: [{ id: sampleId('game', '21'), home: 'Alpha', away: 'Beta', competition: 'League', status: 'scheduled' }],
    })
    expect(await core().games.day('2026-11-20')).toMatchObject({
      previous: '2026-11-18',
      next: '2026-11-21',
      games: [],
    })
    for (const date of ['', 'yesterday', '2026-02-30', '\0'])
      expect(await catchServiceError(core().games.day(date))).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^date must be/),
      })
    expect(await catchServiceError(core().games.get('gm_none'))).toMatchObject({ code: 'not_found' })
  })

  test('name each part that a final game lacks and other games of its season have', async () => {
    at('2026-11-25T12:00:00Z')
    await ingestOrThrow(core(), withoutParts('g2'))
    expect(await listDoubts('2026-11-21')).toEqual([[sampleId('game', 'g2'), []]])
    await ingestOrThrow(core(), finalGame([8, 6]))
    expect(await listDoubts('2026-11-21')).toEqual([
      [
        sampleId('game', 'g2'),
        ['box score', 'play-by-play', 'shots'].map((part) => `No ${part}, although other games of the season have it.`),
      ],
    ])
    expect(await core().games.get(sampleId('game', 'g1'))).toMatchObject({ doubts: [], has: { shots: true } })
  })

  test('say which one should have been played by now, by its tip-off or else by the calendar of its competition', async () => {
    const doubts = ['Should have been played by now, but has no score.']
    const time_zone = 'America/Los_Angeles'
    await ingestOrThrow(core(), scheduledGame({ competition: { time_zone } }))
    await ingestOrThrow(
      core(),
      scheduledGame({ competition: { time_zone }, game: { external_id: 'g2', tip_off: null } }),
    )
    const [g1, g2] = [sampleId('game', 'g1'), sampleId('game', 'g2')]
    at('2026-11-19T22:59:00Z')
    expect(new Map((await listDoubts('2026-11-19')) as [string, string[]][])).toEqual(
      new Map([
        [g1, []],
        [g2, []],
      ]),
    )
    at('2026-11-20T11:59:00Z')
    expect(new Map((await listDoubts('2026-11-19')) as [string, string[]][])).toEqual(
      new Map([
        [g1, doubts],
        [g2, []],
      ]),
    )
    at('2026-11-20T12:01:00Z')
    expect(new Map((await listDoubts('2026-11-19')) as [string, string[]][])).toEqual(
      new Map([
        [g1, doubts],
        [g2, doubts],
      ]),
    )
  })

  test('say which one is in progress without a change for hours', async () => {
    await ingestOrThrow(core(), scheduledGame({ game: { home_score: 40, away_score: 38 } }))
    const { changed_at } = await core().games.get(sampleId('game', 'g1'))
    at(new Date((changed_at?.getTime() ?? 0) + 3.9 * 3_600_000).toISOString())
    expect(await listDoubts('2026-11-19')).toEqual([[sampleId('game', 'g1'), []]])
    at(new Date((changed_at?.getTime() ?? 0) + 4.1 * 3_600_000).toISOString())
    expect(await listDoubts('2026-11-19')).toEqual([
      [sampleId('game', 'g1'), ['In progress, but nothing has changed for more than 4 hours.']],
    ])
  })

  test('have the first warnings, and what was refused of them since', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6], { game: { home_score: 9, away_score: 9 } }))
    await core().ingest(finalGame([8, 6], { game: { home_score: -1 } }))
    const [listed] = (await core().games.day('2026-11-19')).games
    const warnings = await core().warnings()
    expect(warnings.length).toBeGreaterThan(3)
    expect(listed).toMatchObject({ id: game, warning_count: warnings.length })
    expect(listed?.warnings).toEqual(warnings.slice(0, 3).map(({ code, message }) => ({ code, message })))
    expect(listed?.refusals).toEqual([
      { source: 'test', message: expect.stringContaining('home_score'), refused_at: expect.any(Date) },
    ])
    expect((await core().games.get(game)).warnings).toHaveLength(warnings.length)
  })

  test('are read page by page, and by indexes', async () => {
    for (let n = 10; n < 30; n++)
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: `g${n}`, date: '2026-11-19' } }))
    const pages = await Promise.all([0, 15].map((offset) => core().games.day('2026-11-19', { offset, limit: 15 })))
    expect(pages.map(({ games }) => games.length)).toEqual([15, 5])
    expect(new Set(pages.flatMap(({ games }) => games.map(({ id }) => id))).size).toBe(20)
    await execute(
      core().store.db,
      sql`insert into seasons (id, competition_id, name, start_year)
          select 'ss_x' || n, id, n::text, 1900 + n from competitions, generate_series(0, 99) n`,
    )
    await execute(
      core().store.db,
      sql`insert into games (id, competition_id, season_id, date, status, home_team_id, away_team_id, home_score, away_score, bundle_hash)
          select 'gm_x' || n, competition_id, 'ss_x' || n / 200, date '2000-01-01' + n / 10, 'final', home_team_id, away_team_id, 80, 70, ''
          from games, generate_series(1, 19999) n where id = ${sampleId('game', 'g10')}`,
    )
    for (const table of ['games', 'seasons']) await execute(core().store.db, sql`analyze ${sql.raw(table)}`)
    const read = await countReadings(core().store, () => core().games.day('2003-01-01'))
    const scans = read.flatMap(({ plan }) => listNodes(plan)).filter((node) => node['Node Type'] === 'Seq Scan')
    expect(read.length).toBeGreaterThan(0)
    expect(scans.filter((node) => node['Relation Name'] === 'games')).toEqual([])
  })
})
