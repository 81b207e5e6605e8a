import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { countReadings, type Reading } from '../testing/explain.ts'
import { anyDatabase, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

const STATUSES = ['final', 'scheduled', 'no_result'] as const

/** Two leagues with two seasons each, of several games on most days, among four teams. */
const GAMES: SampleGame[] = Array.from({ length: 48 }, (_, n) => {
  const year = 2025 + (n % 2)
  return {
    id: `g${n}`,
    league: n % 3 === 0 ? 'CUP' : 'L',
    year,
    date: `${year}-11-${String(1 + (n % 7)).padStart(2, '0')}`,
    status: STATUSES[n % 5 < 3 ? 0 : (n % 5) - 2] ?? 'final',
    home: n % 4 < 2 ? 'A' : 'B',
    away: n % 8 < 4 ? 'C' : 'D',
  }
})

const each = <Value>(name: string, values: Value[]) => [{}, ...values.map((value) => ({ [name]: value }))]
const combined = (...options: object[][]): object[] =>
  options.reduce((all, some) => all.flatMap((one) => some.map((other) => ({ ...one, ...other }))), [{}])

const FILTERS = combined(
  each(
    'competition',
    ['L', 'none'].map((league) => sampleId('competition', league)),
  ),
  each('season', [sampleId('season', 'L2026')]),
  each('team', [sampleId('team', 'A')]),
  each('status', [...STATUSES]),
  [
    {},
    { date: '2026-11-03' },
    { from: '2025-11-03' },
    { to: '2026-11-05' },
    { from: '2025-11-01', to: '2025-11-07' },
    { from: '2025-11-06', to: '2026-11-02' },
    { from: '2027-01-01' },
  ],
)

type Input = Parameters<ReturnType<Core['caller']>['games']['list']>[0]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const list = (input: Input) => core().caller().games.list(input)

  test('the total of a list equals the number of its games, whatever its filters', async () => {
    await writeGames(core(), ...GAMES)
    const totals = await Promise.all(
      FILTERS.map(async (filters) => {
        const { meta } = await list({ ...filters, per_page: 1 })
        return { filters, total: 'total' in meta ? meta.total : undefined }
      }),
    )
    const counted = await Promise.all(
      FILTERS.map(async (filters) => ({ filters, total: (await list({ ...filters, per_page: 200 })).data.length })),
    )
    expect(totals).toEqual(counted)
    expect(new Set(totals.map(({ total }) => total)).size).toBeGreaterThan(10)
  })

  /** The statements that read games, and those of them that count them. */
  const countStatements = (readings: readonly Reading[]) => {
    const plans = new Set(readings.filter(({ table }) => table === 'games').map(({ plan }) => plan))
    return { read: plans.size, counted: [...plans].filter((plan) => plan['Node Type'] === 'Aggregate').length }
  }

  test('the total counts no games, except those of a team in a range of days', async () => {
    await writeGames(core(), ...GAMES.slice(0, 8))
    for (const filters of FILTERS.filter(
      (one) => !('team' in one && ('from' in one || 'to' in one || 'date' in one)),
    )) {
      const readings = await countReadings(core().store, () => list(filters))
      expect(countStatements(readings), JSON.stringify(filters)).toEqual({ read: 1, counted: 0 })
    }
    const yesterday = await countReadings(core().store, () => core().caller().results.yesterday({}))
    expect(countStatements(yesterday)).toEqual({ read: 1, counted: 0 })
  })
})
