import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import {
  databases,
  tableContents,
  finalGame,
  scheduledGame,
  openCore,
  openTestCore,
  testDatabase,
} from '../testing/index.ts'
import type { GameBundle } from '../contract/index.ts'

/** Twelve games of a few new teams, each game twice. */
const bundles: GameBundle[] = Array.from({ length: 24 }, (_, n) =>
  finalGame([8, 6 + (n % 12)], {
    season: { external_id: `S${n % 2}`, start_year: 2026 + (n % 2) },
    game: { external_id: `g${n % 12}` },
    home: { team: { external_id: `T${n % 3}`, name: `Team ${n % 3}` } },
    away: { team: { external_id: `T${3 + (n % 4)}`, name: `Team ${3 + (n % 4)}` } },
  }),
)

const ingestAll = (cores: Core[]) => Promise.all(cores.flatMap((core) => bundles.map((bundle) => core.ingest(bundle))))

/** All rows but those with random ids, after checking that nothing was refused. */
const readContents = async (core: Core) => {
  const { refusals, ...contents } = await tableContents(core.store, ['webhook_events'])
  expect(refusals).toEqual([])
  return contents
}

describe('on Postgres, cores that ingest concurrently', () => {
  test('two cores write the same rows as one', async () => {
    const database = await testDatabase('Postgres')
    const results = await ingestAll([await openCore(database), await openCore(database)])
    expect(results.map(({ outcome }) => outcome)).not.toContain('refused')
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(12)
    expect(results.filter(({ outcome }) => outcome === 'updated')).toHaveLength(0)

    const single = await openTestCore('Postgres')
    for (const bundle of bundles) await single.ingest(bundle)
    const core = await openCore(database)
    expect(await readContents(core)).toEqual(await readContents(single))
  })

  test('three cores give a new team one identifier', async () => {
    const database = await testDatabase('Postgres')
    const core = await openCore(database)
    const cores = [core, await openCore(database), await openCore(database)]
    const results = await Promise.all(
      cores.map((core, n) => core.ingest(scheduledGame({ game: { external_id: `g${n}` } }))),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created'])
    const { data } = await core.caller().teams.list({})
    expect(data.map(({ name, games }) => [name, games])).toEqual([
      ['Alpha', 3],
      ['Beta', 3],
    ])
  })

  test('every correction of a game increments its revision', async () => {
    const database = await testDatabase('Postgres')
    const core = await openCore(database)
    const other = await openCore(database)
    const scores = Array.from({ length: 20 }, (_, n) => n + 2)
    await Promise.all(scores.map((score, n) => (n % 2 === 0 ? core : other).ingest(finalGame([8, score]))))
    const { games } = await tableContents(core.store)
    expect(games?.map((row) => (JSON.parse(row) as { revision: number }).revision)).toEqual([scores.length])
  })
})

describe.each(databases)('calls of one core on %s that wait for each other', (kind) => {
  const transactions = async (core: Core): Promise<number> => {
    const rows = await core.store.db.execute(sql`select distinct xmin::text as transaction from games`)
    return [...rows].length
  }

  test('share transactions of at most 25 games', async () => {
    const core = await openTestCore(kind)
    const games = Array.from({ length: 60 }, (_, n) => scheduledGame({ game: { external_id: `g${n}` } }))
    const results = await Promise.all(games.map((game) => core.ingest(game)))
    expect(new Set(results.map((result) => (result.outcome === 'refused' ? null : result.game))).size).toBe(60)
    expect(await transactions(core)).toBe(3)
  })

  test('are refused alone, whatever the others have', async () => {
    const core = await openTestCore(kind)
    const results = await Promise.all([
      core.ingest(scheduledGame({ game: { external_id: 'g1' } })),
      core.ingest(scheduledGame({ game: { external_id: 'g2', date: 'yesterday' } })),
      core.ingest(scheduledGame({ game: { external_id: 'g3', tip_off: '0001-01-01T00:00:00Z', date: '0001-01-01' } })),
      core.ingest(scheduledGame({ game: { external_id: 'g4' } }), { notify: false }),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'created', 'created'])
  })

  test('write the updates of a game in the order of the calls', async () => {
    const core = await openTestCore(kind)
    const scores = [2, 4, 6, 8, 10]
    const results = await Promise.all(scores.map((score) => core.ingest(finalGame([8 + score, score]))))
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', ...scores.slice(1).map(() => 'updated')])
    const { data } = await core.caller().games.list()
    expect(data).toMatchObject([{ home_score: 18, away_score: 10 }])
  })
})
