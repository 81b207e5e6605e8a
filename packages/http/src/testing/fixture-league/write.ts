// Writes what the test kit of the client answers from, or with --check says whether it is what the service answers.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createCore } from '@basketball-data/core'
import { fixtureBundles, TODAY } from './bundles.ts'
import { captureLeague } from './capture.ts'
import { pack } from './pack.ts'

const FILE = fileURLToPath(new URL('../../../../client/src/testing/league.json', import.meta.url))

const plans = { complete: { per_minute: null, per_day: null } }
const core = await createCore({ database: 'memory://', now: () => TODAY, plans })
for (const bundle of fixtureBundles()) await core.ingest(bundle)
const text = `${JSON.stringify(pack(await captureLeague(core)))}\n`
await core.close()
if (!process.argv.includes('--check')) await writeFile(FILE, text)
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error(`${FILE} is not what the service answers; write it with: node ${process.argv[1]}`)
  process.exitCode = 1
}
