import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../../http/src/testing/databases.js'
import { newAccount } from '../../http/src/testing/services.js'

const SCRIPT = fileURLToPath(new URL('../scripts/rolling-restarts.ts', import.meta.url))

test('two processes of serve behind a load balancer are restarted in turn without a failed call', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const core = await createCore({ database: address })
  const { key } = await newAccount(core, 'complete')
  await core.close()
  const args = [
    '--database',
    address,
    '--key',
    key,
    '--restarts',
    '2',
    '--calls',
    '500',
    '--drain',
    '5',
    '--pause',
    '300',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args])
  expect(JSON.parse(stdout)).toMatchObject({ restarts: 2, failed: 0, failures: [] })
  expect(JSON.parse(stdout).calls).toBeGreaterThanOrEqual(500)
})
