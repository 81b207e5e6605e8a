import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createCore } from '@basketball-data/core'
import { euroleague } from './index.ts'
import { ingestOrThrow, testDatabase } from '../test-support/core.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const FILES = path('../../../../../shared/data/euroleague-2022')
const PUBLISHED = path('../../../../../shared/data/truth')
const CHECK = path('../../../core/scripts/check-statistics.ts')
const absent = !existsSync(FILES) || !existsSync(PUBLISHED)

describe.skipIf(absent)('EuroLeague 2022-23 (left out where ../shared/data is not beside the checkout)', () => {
  test('standings, leaders and records of the imported season are the published ones', async () => {
    const database = await testDatabase('Postgres')
    const core = await createCore({ database })
    for await (const { bundle, error } of euroleague.read([FILES])) {
      if (error) throw new Error(`${error.location}: ${error.reason}`)
      await ingestOrThrow(core, bundle)
    }
    await core.close()
    const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, database, PUBLISHED], { encoding: 'utf8' })
    expect({ status, wrong: stderr }, stdout).toEqual({ status: 0, wrong: '' })
  })
})
