// Restarts two processes of `serve` in turn behind a load balancer, while calls go through it, with and without draining.
// Usage: node bench/restarts.ts [--restarts 20] [--calls 10000] [--output <file>]
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { createCore } from '@basketball-data/core'
import { fullGames } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, table, writePart } from './report.ts'

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    calls: { type: 'string', default: '10000' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'reliability.md') },
  },
})

const SCRIPT = join(import.meta.dirname, '..', 'packages', 'http', 'scripts', 'rolling-restarts.ts')
/** The measured values of DRAIN_SECONDS; without draining, calls may fail. */
const DRAINS = ['2', '0']

/** What the script prints. */
type Figures = Record<'calls' | 'failed' | 'restarts' | 'p50' | 'p99' | 'slowest', number>

const server = await startPostgres()
try {
  const core = await createCore({ database: server.url, migrate: true })
  for (const bundle of fullGames(20)) await core.ingest(bundle)
  const account = await core.accounts.create({ email: 'restarts@example.org', plan: 'complete' })
  const { key } = await core.keys.create(account.id)
  await core.close()
  const rows: string[][] = []
  for (const drain of DRAINS) {
    const settings = ['--restarts', values.restarts, '--calls', values.calls, '--drain', drain]
    const args = [SCRIPT, '--database', server.url, '--key', key, ...settings]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const figures: Figures = JSON.parse(stdout)
    console.error(`  DRAIN_SECONDS=${drain}: ${stdout}`)
    const numbers = [figures.restarts, figures.calls, figures.failed, figures.p50, figures.p99, figures.slowest]
    rows.push([drain, ...numbers.map(formatInteger)])
  }
  const head = ['DRAIN_SECONDS', 'restarts', 'calls', 'failed', 'p50, ms', 'p99, ms', 'slowest, ms']
  await writePart(values.output, 'restarts', `${environment()}.\n\n${table(head, rows)}`)
} finally {
  await server.stop()
}
