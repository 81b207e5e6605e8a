// Compares responses of three processes with what the database had when they were requested, while games are written, and
// writes its part of docs/reliability.md.
// Usage: node bench/staleness.ts [--seconds 60] [--writes 30] [--output <file>]; --writes 0 writes as fast as it goes
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import { createEventsTable, fullGames, pickSample } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, table, writePart } from './report.ts'
import { startServer, type ServerProcess } from './servers.ts'
import { startReader, type Counts } from './staleness/reader.ts'
import { openWriter, type Writer } from './staleness/writer.ts'

const [GAMES, RUNNING, FINAL, PROCESSES, READERS] = [100, 9, 20, 3, 24]

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    writes: { type: 'string', default: '30' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'reliability.md') },
  },
})
const [seconds, writesPerSecond] = [Number(values.seconds), Number(values.writes)]
if (!(seconds > 0 && writesPerSecond >= 0)) throw new RangeError('give --seconds above 0, --writes from 0 on')

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

/** Writes until the time is over, `writesPerSecond` if it is not 0. */
const writeUntil = async (end: number, writer: Writer): Promise<number> => {
  const began = performance.now()
  let written = 0
  while (performance.now() < end) {
    await writer.write()
    written += 1
    if (writesPerSecond > 0)
      await setTimeout(Math.max(0, began + (written * 1000) / writesPerSecond - performance.now()))
  }
  return written
}

/** Everything that shows what is written: games and lists of them, and the teams and players that get new names. */
const pathsOf = async (sql: Sql, { games, teams, players }: Writer): Promise<string[]> => {
  const { seasons, statistics } = await pickSample(sql)
  const of = (kind: string, ids: readonly string[], parts: readonly string[]) =>
    ids.flatMap((id) => parts.map((part) => `/v1/${kind}/${id}${part}`))
  return [
    ...of('games', games, ['', '/boxscore', '/playbyplay', '/shots']),
    ...of('teams', teams, ['', '/form', '/roster']),
    ...of('players', players, ['', '/games', '/seasons', '/splits']),
    ...seasons.map((id) => `/v1/games?season=${id}`),
    ...statistics.standings,
    ...statistics.leaders,
    ...statistics['head-to-head'],
    ...teams.map((id) => `/v1/players?team=${id}`),
    '/v1/games',
    '/v1/teams',
  ]
}

const measure = async (core: Core, sql: Sql, servers: readonly ServerProcess[]) => {
  const account = await core.accounts.create({ email: 'bench@example.org', plan: 'complete' })
  const { key } = await core.keys.create(account.id)
  const writer = await openWriter(core, sql, { running: RUNNING, final: FINAL })
  const paths = await pathsOf(sql, writer)
  const end = performance.now() + seconds * 1000
  const counts: Counts = { responses: 0, unchanged: 0, comparisons: 0, stale: [] }
  const ports = servers.map(({ port }) => port)
  log(`reading ${paths.length} paths for ${seconds} s while games are written`)
  const readers = Array.from({ length: READERS }, () => startReader({ ports, paths, key, end, writer, counts }))
  const [writes] = await Promise.all([writeUntil(end, writer), ...readers])
  const hits = await Promise.all(servers.map((server) => server.hits()))
  return { counts, writes, fromMemory: hits.reduce((sum, each) => sum + each.hits, 0) }
}

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
const core = await createCore({ database: postgresServer.url, migrate: true })
const servers: ServerProcess[] = []
try {
  log(`ingesting ${GAMES} games`)
  for (const game of fullGames(GAMES)) await core.ingest(game)
  await createEventsTable(sql)
  for (let n = 0; n < PROCESSES; n++) servers.push(await startServer('ours', postgresServer.url))
  const { counts, writes, fromMemory } = await measure(core, sql, servers)
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const row = [writes, counts.responses, counts.unchanged, fromMemory, counts.comparisons, counts.stale.length]
  await writePart(
    values.output,
    'staleness',
    `${environment(version?.version)}. ${seconds} s, ${PROCESSES} processes, ${READERS} readers.

${table(['writes', 'responses', 'of them 304', 'from memory', 'numbers compared', 'stale'], [row.map(formatInteger)])}`,
  )
  for (const each of counts.stale.slice(0, 10)) console.error(each)
  process.exitCode = counts.stale.length === 0 ? 0 : 1
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await core.close()
  await sql.end()
  await postgresServer.stop()
}
