import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { games } from '../store/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  tableContents,
  anyDatabase,
  databases,
  finalGame,
  openTestCore,
  sharedCore,
  ZERO_STATS,
} from '../testing/index.ts'
import type { GameBundle } from '../contract/index.ts'

const onlyGame = async (core: Core) => {
  const { data } = await core.caller().games.list({})
  expect(data).toHaveLength(1)
  return core.caller().games.get({ id: data[0]?.id ?? '' })
}

const revision = async (core: Core): Promise<number | undefined> =>
  (await core.store.db.select().from(games))[0]?.revision

const parts = async (core: Core, id: string) => {
  const { games } = core.caller()
  return [await games.boxScore({ id }), await games.playByPlay({ id }), await games.shots({ id })] as const
}

// The statements are the same on both databases: these show that the embedded one runs them.
describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('a new game is created, a different bundle updates it, and the same bundle leaves it unchanged', async () => {
    const created = await ingestOrThrow(core(), scheduledGame())
    expect(created).toMatchObject({ outcome: 'created', lines: 0, events: 0, shots: 0, warnings: [] })
    const updated = await ingestOrThrow(core(), finalGame([8, 6]))
    expect(updated).toMatchObject({ outcome: 'updated', game: created.game, lines: 6, events: 11, shots: 9 })
    const again = await ingestOrThrow(core(), finalGame([8, 6]))
    expect(again).toEqual({ ...updated, outcome: 'unchanged' })
  })

  test('a correction replaces the box score, the events, the shots and all derived data', async () => {
    await ingestOrThrow(core(), finalGame([8, 6], { game: { venue: 'Old hall' } }))
    const correction = finalGame([5, 13], { game: { date: '2026-11-20' } })
    await ingestOrThrow(core(), correction)
    const other = await openTestCore(kind)
    await ingestOrThrow(other, correction)

    const readResponses = async (of: Core) => {
      const { data: game } = await onlyGame(of)
      const lists = [await of.caller().competitions.list({}), await of.caller().seasons.list({}), await of.warnings()]
      return [game, await parts(of, game.id), lists]
    }
    expect(await readResponses(core())).toEqual(await readResponses(other))
    const without = ['games', 'webhook_events'] // the corrected game has a higher revision
    const after = await tableContents(core().store, without)
    const expected = await tableContents(other.store, without)
    expect(after).toEqual(expected)
  })

  test('games ingested in parallel are all written', async () => {
    const bundles = Array.from({ length: 12 }, (_, n) => finalGame([8, n + 2], { game: { external_id: `g${n}` } }))
    const results = await Promise.all([...bundles, ...bundles].map((bundle) => core().ingest(bundle)))
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 12 }, () => 'created'),
      ...Array.from({ length: 12 }, () => 'unchanged'),
    ])
    const { data } = await core().caller().seasons.list({})
    expect(data[0]?.games).toBe(12)
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('writing the same bundle twice changes no table', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(core(), finalGame([4, 6], { game: { external_id: 'g2' } }))
    const before = await tableContents(core().store)
    await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(core(), finalGame([4, 6], { game: { external_id: 'g2' } }))
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('explicit defaults or another order of fields do not make a bundle different', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const { game, ...rest } = scheduledGame({
      competition: { regulation_minutes: 40, tie_break: 'simple' },
      players: [],
    })
    const reordered: GameBundle = { game, ...rest }
    expect((await ingestOrThrow(core(), reordered)).outcome).toBe('unchanged')
  })

  test('a bundle that leaves fields out is the same as one that has them as null', async () => {
    const game = { status: 'final' as const, home_score: 8, away_score: 6 }
    const players = [{ external_id: 'A1', name: 'Player A1' }]
    const nulls = { side: null, player: null, distance_ft: null }
    const brief = scheduledGame({
      game,
      players,
      home: { players: [{ player: 'A1', stats: { points: 8 } }] },
      events: [{ period: 1, type: 'period_start', home_score: 0, away_score: 0 }],
      shots: [{ seq: 1, made: true, points: 2 }],
    })
    const whole = scheduledGame({
      game,
      players,
      home: {
        players: [
          {
            stats: { ...Object.fromEntries(Object.keys(ZERO_STATS).map((stat) => [stat, null])), points: 8 },
            plus_minus: null,
            seconds: null,
            played: true,
            starter: false,
            number: null,
            player: 'A1',
          },
        ],
      },
      events: [
        { ...nulls, period: 1, clock: null, type: 'period_start', description: '', home_score: 0, away_score: 0 },
      ],
      shots: [
        {
          ...nulls,
          seq: 1,
          period: null,
          value: null,
          made: true,
          points: 2,
          x_ft: null,
          y_ft: null,
          fastbreak: false,
          second_chance: false,
          off_turnover: false,
          at: null,
        },
      ],
    })
    await ingestOrThrow(core(), brief)
    expect((await ingestOrThrow(core(), whole)).outcome).toBe('unchanged')
  })

  test('a player missing from the corrected box score has no line', async () => {
    const full = finalGame([8, 6])
    const { game } = await ingestOrThrow(core(), full)
    const shorter = withChanges(full, { home: { players: full.home.players?.slice(0, 1) ?? null } })
    await ingestOrThrow(core(), shorter)
    const [{ data: box }] = await parts(core(), game)
    expect(box.home.players.map((line) => line.player.name)).toEqual(['Player A1'])
    expect(box.away.players).toHaveLength(3)
  })

  test('lines have the order of the bundle, and shirt numbers keep leading zeros', async () => {
    const full = finalGame([8, 6])
    const { game } = await ingestOrThrow(
      core(),
      withChanges(full, { home: { players: full.home.players?.toReversed() ?? [] } }),
    )
    const [{ data: box }] = await parts(core(), game)
    expect(box.home.players.map((line) => line.player.name)).toEqual(['Player A3', 'Player A2', 'Player A1'])
    expect(box.home.players.map((line) => line.number)).toEqual([null, '0', '00'])
    expect(box.home.players.map((line) => line.minutes)).toEqual([null, '01:30', '40:00'])
  })

  test('events are numbered in order, and a shot has the seq of its event', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    const [, { data: playByPlay }, { data: chart }] = await parts(core(), game)
    expect(playByPlay.events.map(({ seq }) => seq)).toEqual(playByPlay.events.map((_, index) => index + 1))
    for (const shot of chart.shots)
      expect(playByPlay.events[shot.seq - 1]?.type).toBe(`two_${shot.made ? 'made' : 'missed'}`)
    expect(playByPlay.events[1]).toMatchObject({
      side: 'home',
      team: { id: playByPlay.game.home.id },
      player: { name: 'Player A1' },
    })
    expect(playByPlay.events[0]).toMatchObject({ side: null, team: null, player: null, home_score: 0, away_score: 0 })
  })

  describe('a field that is left out keeps its value, and null clears it', () => {
    const gameFields = ['stage', 'round', 'tip_off', 'attendance', 'venue', 'periods', 'officials'] as const

    test.each(gameFields)('%s of the game', async (field) => {
      const full = finalGame([8, 6])
      await ingestOrThrow(core(), full)
      const { data: before } = await onlyGame(core())
      expect(before[field]).not.toBeNull()
      const { [field]: _left, ...game } = full.game
      await ingestOrThrow(core(), { ...full, game, notes: [{ code: 'note', message: 'another bundle' }] })
      expect((await onlyGame(core())).data).toEqual(before)
      await ingestOrThrow(core(), withChanges(full, { game: { [field]: null } }))
      expect((await onlyGame(core())).data).toEqual({ ...before, [field]: null })
    })

    const bare = (full: GameBundle): GameBundle => ({
      ...scheduledGame({ game: full.game }),
      players: full.players,
      notes: [{ code: 'note', message: 'another bundle' }],
    })

    test('box score, events and shots', async () => {
      const full = finalGame([8, 6])
      const { game } = await ingestOrThrow(core(), full)
      const before = await parts(core(), game)
      const { warnings } = await ingestOrThrow(core(), bare(full))
      expect(warnings.map(({ code }) => code)).toEqual(['note'])
      expect(await parts(core(), game)).toEqual(before)
      expect((await onlyGame(core())).data.has).toEqual({ boxscore: true, playbyplay: true, shots: true })

      const side = { coach: null, totals: null, players: null }
      await ingestOrThrow(core(), withChanges(full, { home: side, away: side, events: null, shots: null }))
      const [box, playByPlay, chart] = await parts(core(), game)
      expect(box.data.home).toEqual({ team: box.data.game.home, coach: null, totals: null, players: [] })
      expect(box.data.away).toEqual({ team: box.data.game.away, coach: null, totals: null, players: [] })
      expect([playByPlay.data.events, chart.data.shots]).toEqual([[], []])
      expect((await onlyGame(core())).data.has).toEqual({ boxscore: false, playbyplay: false, shots: false })
    })

    test.each(['coach', 'totals', 'players'] as const)('%s of one side', async (field) => {
      const full = finalGame([8, 6])
      const { game } = await ingestOrThrow(core(), full)
      const [{ data: before }] = await parts(core(), game)
      const { [field]: _left, ...home } = full.home
      await ingestOrThrow(core(), { ...full, home, notes: [{ code: 'note', message: 'another bundle' }] })
      expect((await parts(core(), game))[0].data).toEqual(before)
      await ingestOrThrow(core(), withChanges(full, { home: { [field]: null } }))
      const cleared = field === 'players' ? [] : null
      expect((await parts(core(), game))[0].data).toEqual({ ...before, home: { ...before.home, [field]: cleared } })
    })

    test('an empty list clears the part', async () => {
      const full = finalGame([8, 6])
      await ingestOrThrow(core(), full)
      const none = { players: [], totals: null }
      await ingestOrThrow(core(), withChanges(full, { home: none, away: none, events: [], shots: [] }))
      expect((await onlyGame(core())).data.has).toEqual({ boxscore: false, playbyplay: false, shots: false })
    })

    test('facts about teams and players', async () => {
      const team = { country: 'Spain', city: 'Madrid', arena: 'Hall', arena_capacity: 9000, founded: 1931 }
      await ingestOrThrow(core(), scheduledGame({ home: { team } }))
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2' } }))
      const { data } = await core().caller().teams.list({ q: 'alpha' })
      const of = async () =>
        (
          await core()
            .caller()
            .teams.get({ id: data[0]?.id ?? '' })
        ).data
      expect(await of()).toMatchObject(team)
      const nothing = { country: null, city: null, arena: null, arena_capacity: null, founded: null }
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g3' }, home: { team: nothing } }))
      expect(await of()).toMatchObject(nothing)
    })
  })

  test('zero is stored as a value: attendance 0, score 0', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([0, 2], { game: { attendance: 0 } }))
    const { data } = await core().caller().games.get({ id: game })
    expect(data).toMatchObject({ attendance: 0, home_score: 0, away_score: 2 })
  })

  test('the revision is 1 with the first final score and increments with every correction of any part', async () => {
    const next = async (bundle: GameBundle) => {
      await ingestOrThrow(core(), bundle)
      return revision(core())
    }
    expect(await next(scheduledGame())).toBe(0)
    expect(await next(finalGame([8, 6]))).toBe(1)
    expect(await next(finalGame([8, 6]))).toBe(1)
    expect(await next(finalGame([8, 6], { game: { attendance: 5 } }))).toBe(2)
    expect(await next(finalGame([8, 7]))).toBe(3)
    expect(await next(finalGame([9, 7]))).toBe(4)
    expect(await next(finalGame([9, 7]))).toBe(4)
    expect(await next(finalGame([9, 7], { events: null }))).toBe(5)
  })

  const statuses = ['scheduled', 'no_result', 'final'] as const
  const moves = new Set([
    'scheduled → scheduled',
    'scheduled → no_result',
    'scheduled → final',
    'no_result → no_result',
    'no_result → final',
    'final → final',
    'final → no_result',
  ])
  const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to, moves: moves.has(`${from} → ${to}`) })))
  const inStatus = (status: (typeof statuses)[number], round: string) =>
    status === 'final' ? finalGame([8, 6], { game: { round } }) : scheduledGame({ game: { status, round } })

  test.each(pairs)('a $from game becomes $to: $moves', async ({ from, to, moves }) => {
    await ingestOrThrow(core(), inStatus(from, 'before'))
    const { outcome } = await core().ingest(inStatus(to, 'after'))
    expect(outcome).toBe(moves ? 'updated' : 'refused')
    const { data } = await onlyGame(core())
    expect([data.status, data.round]).toEqual(moves ? [to, 'after'] : [from, 'before'])
  })

  test('a game postponed to a later day stays scheduled', async () => {
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(core(), scheduledGame({ game: { date: '2027-01-10', tip_off: null } }))
    expect((await onlyGame(core())).data).toMatchObject({ status: 'scheduled', date: '2027-01-10', tip_off: null })
  })

  test('warnings are listed by date and game', async () => {
    const late = { external_id: 'late', date: '2026-11-18', tip_off: null }
    const early = { external_id: 'early', date: '2026-11-01', tip_off: null }
    for (const game of [late, early])
      await ingestOrThrow(core(), finalGame([8, 6], { game: { ...game, home_score: 9 } }))
    expect((await core().warnings()).map(({ date }) => date)).toEqual([
      ...Array.from({ length: 3 }, () => '2026-11-01'),
      ...Array.from({ length: 3 }, () => '2026-11-18'),
    ])
    await ingestOrThrow(core(), finalGame([8, 6], { game: late }))
    expect(new Set((await core().warnings()).map(({ date }) => date))).toEqual(new Set(['2026-11-01']))
  })
})
