import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  hasNoCases,
  ingestOrThrow,
  readCase,
  sampleBundle,
  sampleId,
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
