import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { startServer } from '@basketball-data/http'
import { afterAll, beforeAll, expect, test } from 'vitest'

let core: Awaited<ReturnType<typeof createCore>>
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  core = await createCore({ database: 'memory://' })
  for (const bundle of simulate({ day: '2026-11-20', games: 6, detail: 'boxscore' })) await core.ingest(bundle)
  server = await startServer({ core, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await core.close()
})

const run = async (plan: 'free' | 'live'): Promise<string> => {
  const { id } = await core.accounts.create({ email: `${plan}@example.org`, plan })
  const { key: BASKETBALL_DATA_KEY } = await core.keys.create(id)
  const env = { ...process.env, BASKETBALL_DATA_KEY, BASKETBALL_DATA_URL: server.url }
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'start.ts')], { env })
  return stdout
}

const RESULT = String.raw`\d{4}-\d\d-\d\d \S.* \d+ \d+ \S.*\n`

test('prints the latest result and the points of each player', async () => {
  expect(await run('live')).toMatch(new RegExp(`^${RESULT}( {3}\\S.* (\\d+|null)\\n){5,}$`))
})

test('prints the plan that a box score needs', async () => {
  expect(await run('free')).toMatch(new RegExp(`^${RESULT}A box score needs plan live: http://.*\\n$`))
})
