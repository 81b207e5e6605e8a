import { describe, expect, test } from 'vitest'
import type { IngestResult } from './result.ts'
import { databases, finalGame, scheduledGame, sharedCore, tableContents } from '../testing/index.ts'

const BUNDLES = [
  finalGame([8, 6]),
  finalGame([8, 6]),
  finalGame([9, 6]),
  scheduledGame({ game: { external_id: 'g2', status: 'no_result', home_score: 1 } }),
  // The database refuses its tip-off: this game and those beside it are written one by one.
  scheduledGame({ game: { external_id: 'g3', tip_off: '0000-01-01T00:00:00Z' } }),
  scheduledGame({ game: { external_id: 'g4', date: '2026-12-01' } }),
]

describe.each(databases)('a dry run on %s', (kind) => {
  const core = sharedCore(kind)

  test('of one bundle has the result of its ingest, and writes nothing', async () => {
    for (const bundle of BUNDLES) {
      const before = await tableContents(core().store)
      const rehearsed = await core().ingest(bundle, { dryRun: true })
      expect(await tableContents(core().store)).toEqual(before)
      expect(await core().ingest(bundle)).toEqual(rehearsed)
    }
  })

  test('of many bundles has the results of their ingest, one after the other', async () => {
    const ingestAll = async (dryRun: boolean): Promise<IngestResult[]> => {
      const results: IngestResult[] = []
      for await (const result of core().ingestAll(BUNDLES, { dryRun })) results.push(result)
      return results
    }
    const before = await tableContents(core().store)
    const rehearsed = await ingestAll(true)
    expect(JSON.stringify(rehearsed)).toContain('the database refuses it')
    expect(await tableContents(core().store)).toEqual(before)
    expect(await ingestAll(false)).toEqual(rehearsed)
  })
})
