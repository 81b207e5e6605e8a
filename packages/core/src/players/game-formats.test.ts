import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { BundleEvent } from '../contract/index.ts'
import { execute } from '../store/index.ts'
import {
  anyDatabase,
  finalGame,
  hasNoCases,
  ingestOrThrow,
  readCase,
  sampleBundle,
  sampleId,
  scheduledGame,
  sharedCore,
  type SampleGame,
} from '../testing/index.ts'
import { candidateId } from '../ingest/identify/resolve-ids.ts'

/** Five players of a team who play all of a game, with equal statistics. */
const getFive = (prefix: string, seconds: number) => ({
  players: Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`${prefix}${n}`, { seconds, two_attempted: 10, turnovers: 2, points: 0 }]),
  ),
  totals: { two_attempted: 50, turnovers: 10 },
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getUsage = async (player: string) =>
    (await core().caller().players.splits({ id: player, by: 'venue' })).data.splits.map(({ usage_pct }) => usage_pct)
  const getPace = async () =>
    (
      await core()
        .caller()
        .teams.form({ id: sampleId('team', 'A') })
    ).data.games.map(({ pace }) => pace)

  test.skipIf(hasNoCases)(
    'playing times tell four quarters of 8 minutes: five equal players use a fifth each at most (skipped without ../shared/data)',
    async () => {
      for (const bundle of readCase('08-usage-of-games-shorter-than-40-minutes/game.ndjson'))
        await ingestOrThrow(core(), bundle)
      const [usage = null] = await getUsage(candidateId('player', 'vl', 'a1', 0))
      expect(usage).toBeCloseTo(0.195, 3)
    },
  )

  test.each<[string, NonNullable<SampleGame['competition']>, number, number[]]>([
    ['4 × 8', { period_minutes: 8 }, 32, [15, 15, 15, 15]],
    ['2 × 20', { periods: 2, period_minutes: 20 }, 40, [30, 30]],
    ['2 × 20 and an overtime of 3', { periods: 2, period_minutes: 20, overtime_minutes: 3 }, 43, [30, 30, 5]],
    ['6 × 5 by its length', { periods: 6, regulation_minutes: 30 }, 30, [10, 10, 10, 10, 10, 10]],
  ])('a game of %s has the length of its own periods', async (_, competition, minutes, points) => {
    const total = points.reduce((sum, each) => sum + each, 0)
    await ingestOrThrow(
      core(),
      sampleBundle({
        id: 'g1',
        competition,
        score: [total + 2, total],
        periods: { home: points.with(0, (points[0] ?? 0) + 2), away: points },
        sheet: { home: getFive('h', minutes * 60), away: getFive('a', minutes * 60) },
      }),
    )
    const regulation = competition.regulation_minutes ?? (competition.periods ?? 4) * (competition.period_minutes ?? 0)
    expect(await getUsage(sampleId('player', 'h1'))).toEqual([0.2])
    expect(await getPace()).toEqual([(60 * regulation) / minutes])
  })

  /** The rows of a game whose home team scores the winning points in the first minute of each period. */
  const getPlays = (minutes: number[]): BundleEvent[] =>
    minutes.flatMap((length, index) => {
      const score = { home_score: 2 * (index + 1), away_score: 0 }
      const row = { period: index + 1, side: null, player: null, description: '', distance_ft: null }
      const before = { home_score: 2 * index, away_score: 0 }
      return [
        { ...row, ...before, type: 'period_start', clock: `${length}:00` },
        { ...row, ...score, type: 'two_made', clock: `${length - 1}:00`, side: 'home', player: 'h1' },
        { ...row, ...score, type: 'period_end', clock: '0:00' },
      ]
    })

  test.each<[string, NonNullable<SampleGame['competition']>, number[], string[]]>([
    ['2 × 20', { periods: 2, period_minutes: 20 }, [20, 20], ['H1', 'H2']],
    ['4 × 8 and an overtime of 3', { period_minutes: 8, overtime_minutes: 3 }, [8, 8, 8, 8, 3], ['Q1', 'Q4', 'OT']],
    ['6 × 6', { periods: 6, period_minutes: 6 }, [6, 6, 6, 6, 6, 6], ['P1', 'P6']],
    [
      '1 × 10 and two overtimes of 2',
      { periods: 1, period_minutes: 10, overtime_minutes: 2 },
      [10, 2, 2],
      ['P1', '2OT'],
    ],
  ])(
    'a game of %s is on court, on the board and in its picture for its own periods',
    async (_, competition, minutes, names) => {
      const seconds = 60 * minutes.reduce((sum, each) => sum + each, 0)
      const score = 2 * minutes.length
      const points = { points: score, two_made: minutes.length, two_attempted: minutes.length }
      const five = (prefix: string) => ({
        players: Object.fromEntries(
          [1, 2, 3, 4, 5].map((n) => [`${prefix}${n}`, { seconds, ...(n === 1 && prefix === 'h' && points) }]),
        ),
      })
      const periods = { home: minutes.map(() => 2), away: minutes.map(() => 0) }
      const bundle = sampleBundle({
        id: 'g1',
        competition,
        score: [score, 0],
        periods,
        sheet: { home: five('h'), away: five('a') },
      })
      const events = getPlays(minutes)
      const id = sampleId('game', 'g1')
      const { home_score: _home, away_score: _away, periods: _periods, ...game } = bundle.game
      await ingestOrThrow(core(), { ...bundle, game: { ...game, status: 'scheduled' }, events: events.slice(0, -1) })
      const [live] = (await core().caller().live({ date: bundle.game.date })).data
      expect(live).toMatchObject({ state: 'running', period: minutes.length, home: { score, periods: periods.home } })
      expect(await ingestOrThrow(core(), { ...bundle, events })).toMatchObject({ warnings: [] })
      const { data } = await core().caller().games.lineUps({ id })
      expect(data).toMatchObject({ exact: true, reasons: [] })
      expect(data.home.stints.map((stint) => stint.seconds)).toEqual(minutes.map((each) => each * 60))
      const picture = await core().caller().games.flow({ id })
      for (const name of names) expect(picture).toContain(`>${name}</text>`)
    },
  )

  test('a game of one period that ends before its time, as three against three do at 21 points, is final', async () => {
    const competition = { periods: 1, period_minutes: 10 }
    const three = (prefix: string) => ({
      players: Object.fromEntries([1, 2, 3].map((n) => [`${prefix}${n}`, { seconds: 480 }])),
    })
    const periods = { home: [2], away: [0] }
    const bundle = sampleBundle({
      id: 'g1',
      competition,
      score: [2, 0],
      periods,
      sheet: { home: three('h'), away: three('a') },
    })
    await ingestOrThrow(core(), { ...bundle, events: getPlays([10]).slice(0, 2) })
    const { data } = await core()
      .caller()
      .games.get({ id: sampleId('game', 'g1') })
    expect(data).toMatchObject({ status: 'final', home_score: 2 })
    expect(await execute(core().store.db, sql`select period_minutes from games`)).toEqual([{ period_minutes: null }])
  })

  test('a bundle that leaves the periods of its competition out means the stored ones', async () => {
    const halves = { periods: 2, period_minutes: 20 }
    await ingestOrThrow(core(), sampleBundle({ id: 'g1', competition: halves, date: '2026-11-01' }))
    const periods = { home: [40, 40, 0], away: [35, 35, 0] }
    await ingestOrThrow(core(), sampleBundle({ id: 'g2', periods }))
    const { data } = await core()
      .caller()
      .games.get({ id: sampleId('game', 'g2') })
    expect(data.periods).toEqual({ home: [40, 40], away: [35, 35] })
  })

  const readRules = () =>
    execute(core().store.db, sql`select periods, regulation_minutes, overtime_minutes, tie_break from competitions`)
  const HALVES = { periods: 2, regulation_minutes: 40, overtime_minutes: 3, tie_break: 'fiba' as const }

  test.each<[string, NonNullable<SampleGame['competition']>, object]>([
    ['nothing', {}, HALVES],
    ['the minutes of its periods', { period_minutes: 16 }, { ...HALVES, regulation_minutes: 32 }],
    ['the number of its periods', { periods: 4 }, { ...HALVES, periods: 4 }],
    ['the length of its games', { regulation_minutes: 32 }, { ...HALVES, regulation_minutes: 32 }],
    ['a length that is that of the stored periods', { period_minutes: 20, regulation_minutes: 40 }, HALVES],
    ['its tie-break', { tie_break: 'euroleague' }, { ...HALVES, tie_break: 'euroleague' }],
  ])('a bundle that names of the rules of its competition only %s keeps the others', async (_, competition, rules) => {
    await ingestOrThrow(core(), scheduledGame({ competition: HALVES }))
    const bundle = finalGame([8, 6], { competition })
    await ingestOrThrow(core(), bundle)
    expect(await readRules()).toEqual([rules])
    expect((await ingestOrThrow(core(), bundle)).outcome).toBe('unchanged')
  })

  test('a new competition has the rules by default, and a length that contradicts stored periods is refused', async () => {
    await ingestOrThrow(core(), scheduledGame())
    const rules = { periods: 4, regulation_minutes: 40, overtime_minutes: 5, tie_break: 'simple' }
    expect(await readRules()).toEqual([rules])
    const competition = { period_minutes: 20, regulation_minutes: 40 }
    expect(await core().ingest(scheduledGame({ competition }))).toMatchObject({
      outcome: 'refused',
      details: [{ pointer: '/competition/regulation_minutes', message: expect.stringContaining('must be 80') }],
    })
  })

  test('without periods, playing times of both teams that agree are the length of the game', async () => {
    const sheet = { home: getFive('h', 1920), away: getFive('a', 1920) }
    await ingestOrThrow(core(), sampleBundle({ id: 'g1', periods: null, sheet }))
    expect(await getUsage(sampleId('player', 'h1'))).toEqual([0.2])
    expect(await getPace()).toEqual([75])
  })

  test('a length of the game that contradicts its periods is refused', async () => {
    const competition = { periods: 4, period_minutes: 8, regulation_minutes: 40 }
    const result = await core().ingest(sampleBundle({ id: 'g1', competition }))
    expect(result).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('must be 32, the length of 4 periods of 8 minutes, or be left out'),
    })
  })
})
