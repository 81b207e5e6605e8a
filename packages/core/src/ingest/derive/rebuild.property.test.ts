import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../core.ts'
import { tableContents, databases, sharedCore } from '../../testing/index.ts'
import { findMismatches } from '../../testing/recount/index.ts'
import { randomBundles } from '../testing/random-bundles.ts'

const STEPS = 40
const sequences = fc
  .sample(randomBundles(STEPS, 5), { numRuns: 6, seed: 20_261_120 })
  .map((bundles, sequence) => ({ sequence, bundles }))

/** Rebuilds the derived rows, and expects every table to be unchanged, once the standings are stored. */
const expectSameAfterRebuild = async (core: Core): Promise<void> => {
  await core.refreshStandings()
  const before = await tableContents(core.store)
  await core.rebuildStatistics()
  expect(await tableContents(core.store)).toEqual(before)
}

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test.each(sequences)(
    'after random games and corrections a rebuild changes no row and every response equals a recount: $sequence',
    async ({ bundles }) => {
      const outcomes: string[] = []
      for (const [index, bundle] of bundles.entries()) {
        outcomes.push((await core().ingest(bundle)).outcome)
        if (index % 5 === 4) await expectSameAfterRebuild(core())
      }
      expect(await findMismatches(core())).toEqual([])
      expect(outcomes.filter((outcome) => outcome === 'updated').length).toBeGreaterThan(STEPS / 2)
    },
  )
})
