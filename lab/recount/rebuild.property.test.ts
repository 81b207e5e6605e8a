import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomBundles } from '../../packages/core/src/ingest/testing/random-bundles.ts'
import { anyDatabase, findRebuildChanges, sharedCore } from '../../packages/core/src/testing/index.ts'
import { findDifferences } from './index.ts'

const STEPS = 40
const sequences = fc
  .sample(randomBundles(STEPS, 5), { numRuns: 3, seed: 20_261_120 })
  .map((bundles, sequence) => ({ sequence, bundles }))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test.each(sequences)(
    'after random games and corrections a rebuild changes no row and every response equals a recount: $sequence',
    async ({ bundles }) => {
      const outcomes: string[] = []
      const changed: string[] = []
      for (const [index, bundle] of bundles.entries()) {
        outcomes.push((await core().ingest(bundle)).outcome)
        if (index % 5 === 4) changed.push(...(await findRebuildChanges(core())))
      }
      expect(changed).toEqual([])
      expect(await findDifferences(core())).toEqual([])
      expect(outcomes.filter((outcome) => outcome === 'updated').length).toBeGreaterThan(STEPS / 3)
    },
  )
})
