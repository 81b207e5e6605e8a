// Measures how late and how large many open streams are, and how late the events of games that are scored live.
// Usage: node bench/streams.ts [--streams 2000] [--readers 100] [--games 9] [--seconds 30] [--output <file>]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { createKeys } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, openRun, table } from './report.ts'
import { BEFORE, INTERVAL, measureRelay, measureScoring, type ScoringFigures } from './scored-games.ts'
import { measureLoad } from './stream-load.ts'

const defaults = { streams: 2000, readers: 100, games: 9, seconds: 30 }
const { getSetting, writePage } = openRun('benchmarks-streams.md', defaults)
const [streams, games, seconds] = [getSetting('streams', 201), getSetting('games'), getSetting('seconds', 2)]
const readers = getSetting('readers')

/** Accounts whose keys open the streams of a run. */
const KEYS = 20

const server = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'basketball-data-bench-'))
try {
  const core = await createCore({ database: server.url, migrate: true })
  const keys = await createKeys(core, 2 * KEYS)
  const options = { database: server.url, keys, streams, games, seconds }
  const all = await measureLoad(core, { ...options, keys: keys.slice(KEYS), ofAll: true })
  const load = await measureLoad(core, { ...options, keys: keys.slice(0, KEYS), ofAll: false })
  await core.close()

  const scoring = { games, readers, seconds }
  const relay = await measureRelay(scoring)
  const embedded = await measureScoring(folder, () => createCore({ database: folder }), scoring)
  const postgres = await measureScoring(server.url, () => createCore({ database: server.url }), scoring)
  console.error(all, load, { relay, embedded, postgres })

  const formatScoring = (name: string, { events, call, p50, p99, slowest }: ScoringFigures) => [
    name,
    formatInteger(events),
    ...[call, p50, p99, slowest].map((ms) => ms.toFixed(1)),
  ]
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

## Games that are scored live

${formatInteger(games)} games are [scored event by event](scorers-table.md) at once: each gets an event every ${INTERVAL / 1000} s for ${seconds} s, and has ${BEFORE} before. ${formatInteger(readers)} readers
are on their streams. Times are from the 2xx of a call to its event at a reader, so an event that arrives first has a negative one. The reference is a server that sends what it gets to the
readers, and does nothing else. The target, 250 ms at p99, is ${formatOutcome(Math.max(embedded.p99, postgres.p99) <= 250)}.

${table(
  ['', 'events received', 'call → 2xx, p50 ms', '2xx → reader, p50 ms', 'p99 ms', 'slowest, ms'],
  [
    formatScoring('the reference', relay),
    formatScoring('embedded database', embedded),
    formatScoring('Postgres', postgres),
  ],
)}
`
  await writePage(page)
} finally {
  rmSync(folder, { recursive: true })
  await server.stop()
}
