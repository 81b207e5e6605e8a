import { describe, expect, test } from 'vitest'
import type { GameBundle, GamePart } from '../contract/index.ts'
import type { Core } from '../core.ts'
import {
  anyDatabase,
  databases,
  finalGame,
  ingestOrThrow,
  openTestCore,
  scheduledGame,
  catchServiceError,
  sharedCore,
  withChanges,
} from '../testing/index.ts'

const READER = { per_page: 200 }

/** What the log says after a change: the game and its parts, oldest first. */
const listChanges = async (core: Core, after?: string): Promise<[string, GamePart[]][]> =>
  (await core.caller().changes.list({ ...READER, after })).data.map(({ game, parts }) => [game.id, parts])

const end = async (core: Core): Promise<string> => (await core.caller().changes.list(READER)).meta.next_after

/** Ingests a game and returns what the log says about it. */
const changesBy = async (core: Core, bundle: GameBundle) => {
  const before = await end(core)
  const { game } = await ingestOrThrow(core, bundle)
  return { game, changes: await listChanges(core, before) }
}

/** A final game with one player who is only in its events, and one who is only in its shots. */
const withPlayersWithoutLine = (): GameBundle => {
  const full = finalGame([8, 6])
  const [shot, ...shots] = full.shots ?? []
  const [event, ...events] = full.events ?? []
  if (shot === undefined || event === undefined) throw new Error('the game has events and shots')
  const extra = ['event-only', 'shot-only'].map((external_id) => ({ external_id, name: `Player ${external_id}` }))
  return withChanges(full, {
    players: [...(full.players ?? []), ...extra],
    events: [{ ...event, player: 'event-only' }, ...events],
    shots: [{ ...shot, player: 'shot-only' }, ...shots],
  })
}

const won = { status: 'final', home_score: 80, away_score: 70 } as const
const nextGame = { external_id: 'g2', date: '2026-11-24', tip_off: '2026-11-24T19:00:00Z' }

// The statements are the same on both databases: these show that the embedded one runs them.
describe.each(databases)('the change log on %s', (kind) => {
  const core = sharedCore(kind, { plans: { live: { days_back: 30 } } })

  test('names only the parts that differ', async () => {
    const full = finalGame([8, 6])
    const { game } = await ingestOrThrow(core(), full)
    const [first, ...events] = full.events ?? []
    const [shot, ...shots] = full.shots ?? []
    if (first === undefined || shot === undefined) throw new Error('the game has events and shots')
    const of = async (bundle: GameBundle) => (await changesBy(core(), bundle)).changes
    const officials = [{ name: 'Official One', role: 'referee' as const }]
    const moved = withChanges(full, { game: { officials } })
    const coached = withChanges(moved, { home: { coach: 'Another coach' } })
    expect(await of(moved)).toEqual([[game, ['game']]])
    expect(await of(coached)).toEqual([[game, ['boxscore']]])
    const described = withChanges(coached, { events: [{ ...first, description: 'jump' }, ...events] })
    expect(await of(described)).toEqual([[game, ['playbyplay']]])
    expect(await of(withChanges(described, { shots: [{ ...shot, fastbreak: false }, ...shots] }))).toEqual([
      [game, ['shots']],
    ])
  })

  test('is read page by page, also while it grows', async () => {
    const ids: string[] = []
    for (const day of [10, 11, 12, 13, 14])
      ids.push(
        (await ingestOrThrow(core(), scheduledGame({ game: { external_id: `d${day}`, date: `2026-11-${day}` } }))).game,
      )
    const first = await core().caller().changes.list({ per_page: 2 })
    await ingestOrThrow(
      core(),
      scheduledGame({ game: { external_id: 'd10', date: '2026-11-10', venue: 'Another hall' } }),
    )
    const second = await core().caller().changes.list({ per_page: 2, after: first.meta.next_after })
    const third = await core().caller().changes.list({ per_page: 2, after: second.meta.next_after })
    const read = [first, second, third].map(({ data }) => data.map(({ game }) => game.id))
    expect(read).toEqual([ids.slice(0, 2), ids.slice(2, 4), [ids[4], ids[0]]])
    const last = await core().caller().changes.list({ per_page: 2, after: third.meta.next_after })
    expect(last).toEqual({ data: [], meta: { count: 0, next_after: third.meta.next_after } })
  })
})

describe.each(anyDatabase)('the change log on %s', (kind) => {
  const core = sharedCore(kind, { plans: { live: { days_back: 30 } } })

  test('is empty at first', async () => {
    expect(await core().caller().changes.list()).toEqual({ data: [], meta: { count: 0, next_after: '0' } })
  })

  test('names a new game with its parts, and the same bundle again changes nothing', async () => {
    const { game, changes } = await changesBy(core(), finalGame([8, 6]))
    expect(changes).toEqual([[game, ['game', 'boxscore', 'playbyplay', 'shots']]])
    expect((await changesBy(core(), finalGame([8, 6]))).changes).toEqual([])
  })

  test('has the game with its season and competition, the moment and the revision of the score', async () => {
    const started = Date.now()
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(core(), finalGame([8, 7]))
    const { competition, season, date } = (await core().caller().games.get({ id: game })).data
    const [change, ...others] = (await core().caller().changes.list()).data
    expect(others).toEqual([])
    expect(change).toMatchObject({ game: { id: game, date, competition, season }, revision: 2 })
    expect(Math.abs(Date.parse(change?.at ?? '') - started)).toBeLessThan(600_000)
  })

  test('names the box score when a game without one gets another coach', async () => {
    for (const base of [scheduledGame(), scheduledGame({ game: { ...nextGame, ...won } })]) {
      const { game } = await ingestOrThrow(core(), base)
      for (const coach of ['First', 'Second', null]) {
        const coached = withChanges(base, { home: { coach } })
        expect((await changesBy(core(), coached)).changes).toEqual([[game, ['boxscore']]])
        expect((await changesBy(core(), coached)).changes).toEqual([])
        const { data } = await core().caller().games.boxScore({ id: game })
        expect([data.home.coach, data.away.coach]).toEqual([coach, null])
      }
    }
  })

  test('a number of -0 is 0, and no change of the box score or the shots', async () => {
    const full = finalGame([8, 6])
    const at = (x_ft: number) => full.shots?.map((shot) => ({ ...shot, x_ft }))
    const { game } = await ingestOrThrow(core(), withChanges(full, { shots: at(0) }))
    const lines = full.home.players?.map((line) => ({ ...line, stats: { ...line.stats, steals: -0 } }))
    const negative = withChanges(full, { home: { players: lines }, shots: at(-0), game: { officials: [] } })
    expect((await changesBy(core(), negative)).changes).toEqual([[game, ['game']]])
  })

  test('names every part of a game whose record has changed, because every part contains it', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    const moved = withChanges(finalGame([8, 6]), { game: { venue: 'Another hall' } })
    expect((await changesBy(core(), moved)).changes).toEqual([[game, ['game', 'boxscore', 'playbyplay', 'shots']]])
    const { game: scheduled } = await ingestOrThrow(core(), scheduledGame({ game: nextGame }))
    const later = scheduledGame({ game: { ...nextGame, venue: 'Another hall' } })
    expect((await changesBy(core(), later)).changes).toEqual([[scheduled, ['game']]])
  })

  test('keeps the latest change of each part, in the order of the changes', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    const { game: other } = await ingestOrThrow(core(), scheduledGame({ game: nextGame }))
    await ingestOrThrow(
      core(),
      withChanges(finalGame([8, 6]), { game: { officials: [{ name: 'Official One', role: 'referee' }] } }),
    )
    expect(await listChanges(core())).toEqual([
      [game, ['boxscore', 'playbyplay', 'shots']],
      [other, ['game']],
      [game, ['game']],
    ])
  })

  test('names every game of a renamed team, season or competition', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    for (const renamed of [
      { home: { team: { name: 'Alpha Sponsor' } } },
      { season: { name: '2026/27' } },
      { competition: { name: 'Sponsor League' } },
    ]) {
      const { game: later, changes } = await changesBy(
        core(),
        scheduledGame({ game: { ...nextGame, ...won }, ...renamed }),
      )
      expect(changes.filter(([id]) => id === game)).toEqual([[game, ['game', 'boxscore', 'playbyplay', 'shots']]])
      expect(later).not.toBe(game)
    }
  })

  test('names every part that a renamed player is in, without a line as well', async () => {
    const { game } = await ingestOrThrow(core(), withPlayersWithoutLine())
    const renamed = async (external_id: string) => {
      const players = [{ external_id, name: 'Another Name' }]
      const bundle = scheduledGame({ game: { ...nextGame, ...won }, players })
      return (await changesBy(core(), bundle)).changes.find(([id]) => id === game)?.[1]
    }
    const parts = ['boxscore', 'playbyplay', 'shots']
    expect(await renamed(finalGame([8, 6]).players?.[0]?.external_id ?? '')).toEqual(parts)
    expect(await renamed('event-only')).toEqual(parts)
    expect(await renamed('shot-only')).toEqual(parts)
  })

  test('has the filters of the games, and only games that the plan may read', async () => {
    const { game } = await ingestOrThrow(core(), scheduledGame())
    const old = { external_id: 'old', date: '2020-01-10', tip_off: null }
    const { game: first } = await ingestOrThrow(
      core(),
      scheduledGame({
        competition: { external_id: 'C', slug: 'cup', name: 'Cup' },
        season: { external_id: 'C20', name: '2019-20', start_year: 2019 },
        game: { ...old, status: 'no_result' },
      }),
    )
    const { competition, season } = (await core().caller().games.get({ id: first })).data
    const ids = async (filters: object, plan: 'live' | 'complete' = 'complete') =>
      (await core().caller(plan).changes.list(filters)).data.map(({ game: { id } }) => id)
    expect(await ids({ competition: competition.id })).toEqual([first])
    expect(await ids({ season: season.id })).toEqual([first])
    expect(await ids({ game })).toEqual([game])
    expect(await ids({ game, season: season.id })).toEqual([])
    expect(await ids({}, 'live')).toEqual([game])
    expect(await catchServiceError(core().caller('free').changes.list())).toMatchObject({ code: 'upgrade_required' })
  })

  test('refuses an id that no response has', async () => {
    for (const after of ['-1', '01', '1.5', 'x', ''])
      expect(await catchServiceError(core().caller().changes.list({ after }))).toMatchObject({ code: 'bad_request' })
  })

  test('refuses an id beyond its end, as a service has it that was restored from an older backup', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const after = String(Number(await end(core())) + 1)
    for (const filters of [{}, { game: 'gm_00000000' }])
      expect(
        await catchServiceError(
          core()
            .caller()
            .changes.list({ after, ...filters }),
        ),
      ).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^after is beyond the end of the change log.*Leave it out/),
      })
    await ingestOrThrow(core(), scheduledGame({ game: nextGame }))
    expect(await core().caller().changes.list({ after })).toEqual({ data: [], meta: { count: 0, next_after: after } })
  })

  test('names games with new prices, and all games of a renamed bookmaker', async () => {
    const { game } = await ingestOrThrow(core(), scheduledGame())
    const { game: next } = await ingestOrThrow(core(), scheduledGame({ game: nextGame }))
    const priced = async (tip_off: string, name: string) => {
      const before = await end(core())
      const bookmaker = { key: 'book', name, exchange: false }
      const quote = { bookmaker, market: 'moneyline', line: null, price: 1.5, set_at: null, read_at: tip_off } as const
      const quotes = (['home', 'away'] as const).map((side) => ({ ...quote, side }))
      await core().ingestQuotes({
        source: 'prices',
        external_id: tip_off,
        home: ['Alpha'],
        away: ['Beta'],
        tip_off,
        announced_at: null,
        quotes,
      })
      return new Map(await listChanges(core(), before))
    }
    const [first, second] = ['2026-11-19T19:00:00Z', '2026-11-24T19:00:00Z'] as const
    expect(await priced(first, 'Book')).toEqual(new Map([[game, ['prices']]]))
    expect(await priced(first, 'Book')).toEqual(new Map())
    expect(await priced(second, 'Book & Sons')).toEqual(new Map([game, next].map((id) => [id, ['prices']])))
  })

  test('names games that are closed without a result', async () => {
    let now = new Date('2026-11-20T12:00:00Z')
    const clocked = await openTestCore(kind, { now: () => now })
    const { game } = await ingestOrThrow(clocked, scheduledGame())
    const before = await end(clocked)
    now = new Date('2026-12-25T12:00:00Z')
    expect(await clocked.closeUnplayed()).toBe(1)
    expect(await listChanges(clocked, before)).toEqual([[game, ['game']]])
  })
})
