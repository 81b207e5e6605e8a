// Measures how late and how large many open streams are.
// Usage: node bench/streams.ts [--streams 2000] [--games 9] [--seconds 30] [--output <file>]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, table } from './report.ts'
import { measureLoad } from './stream-load.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    games: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '30' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-streams.md') },
  },
})
const [streams, games, seconds] = [Number(values.streams), Number(values.games), Number(values.seconds)]
if (!(streams > 200 && games >= 1 && seconds >= 2))
  throw new RangeError('give --streams above 200, --games from 1 on, --seconds from 2 on')

/** Accounts whose keys open the streams. */
const KEYS = 20

const server = await startPostgres()
try {
  const core = await createCore({ database: server.url, migrate: true })
  const keys: { id: string; key: string }[] = []
  for (let n = 0; n < KEYS; n++) {
    const account = await core.accounts.create({ email: `bench-${n}@example.org`, plan: 'complete' })
    const { id, key } = await core.keys.create(account.id)
    keys.push({ id, key })
  }
  const load = await measureLoad(core, { database: server.url, keys, streams, games, seconds })
  console.error(load)
  await core.close()

  const formatOutcome = (isMet: boolean) => (isMet ? 'met' : 'not met')
  const page = `# Benchmarks: streams

Written by \`npm run bench -- streams\`; run it again to measure on your machine. How streams work: [Live data](live.md#streams).

${environment()}.

${formatInteger(streams)} open streams of ${games} games on one process; each game gets a play every 2 s for ${seconds} s. The writer, the readers and Postgres share the
processor. Times are from the call of \`ingest\`, which commits some milliseconds later, to the reader.

${table(
  ['', 'measured', 'target', ''],
  [
    ['events that readers received', formatInteger(load.events), '', ''],
    ['write → reader, p50 ms', formatInteger(load.p50), '', ''],
    ['write → reader, p99 ms', formatInteger(load.p99), '< 250', formatOutcome(load.p99 < 250)],
    ['slowest, ms', formatInteger(load.slowest), '', ''],
    [
      'memory of the process per stream, kB',
      formatDecimal(load.memory / 1000),
      '≤ 30',
      formatOutcome(load.memory <= 30_000),
    ],
    ['CPU of the process, share of a core', formatDecimal(load.cpu), '', ''],
    [
      `key revoked → the last of its ${load.ofKey} streams closed, s`,
      formatDecimal(load.revoked / 1000),
      '≤ 5',
      formatOutcome(load.revoked <= 5000),
    ],
  ],
)}
`
  await writeFile(values.output, page)
  console.log(page)
} finally {
  await server.stop()
}
