// Measures how late and how large many open streams are.
// Usage: node bench/streams.ts [--streams 2000] [--games 9] [--seconds 30] [--output <file>]
import { createCore } from '@basketball-data/core'
import { createKeys } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, openRun, table } from './report.ts'
import { measureLoad } from './stream-load.ts'

const { getSetting, writePage } = openRun('benchmarks-streams.md', { streams: 2000, games: 9, seconds: 30 })
const [streams, games, seconds] = [getSetting('streams', 201), getSetting('games'), getSetting('seconds', 2)]

/** Accounts whose keys open the streams of a run. */
const KEYS = 20

const server = await startPostgres()
try {
  const core = await createCore({ database: server.url, migrate: true })
  const keys = await createKeys(core, 2 * KEYS)
  const options = { database: server.url, keys, streams, games, seconds }
  const all = await measureLoad(core, { ...options, keys: keys.slice(KEYS), ofAll: true })
  const load = await measureLoad(core, { ...options, keys: keys.slice(0, KEYS), ofAll: false })
  console.error(all, load)
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
    ['every reader on one stream of all games: scores received', formatInteger(all.events), '', ''],
    ['write → score at the reader, p50 ms', formatInteger(all.p50), '', ''],
    ['write → score at the reader, p99 ms', formatInteger(all.p99), '≤ 250', formatOutcome(all.p99 <= 250)],
    ['CPU of the process, share of a core', formatDecimal(all.cpu), '', ''],
    [
      `key revoked → the last of its ${load.ofKey} streams closed, s`,
      formatDecimal(load.revoked / 1000),
      '≤ 5',
      formatOutcome(load.revoked <= 5000),
    ],
  ],
)}
`
  await writePage(page)
} finally {
  await server.stop()
}
