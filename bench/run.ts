// Measures the HTTP service against references, also while games are written.
// Usage: node bench/run.ts [--games 20000] [--seconds 2] [--settle 7] [--rounds 5] [--output <file>]
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import { COMPARISONS, PROCESSES } from './comparisons.ts'
import { createEventsTable, createKeys, fullGames, ingestResults, pickSample } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, openRun, processors, readVersion } from './report.ts'
import { measureRounds, type Measurement, type Setup } from './rounds.ts'
import { compareResponses } from './scenarios.ts'
import { startServer, type ServerName, type ServerProcess } from './servers.ts'
import { addMachine, summary, writeUp } from './write-up.ts'
import { measureWrites } from './writes.ts'

const FULL_GAMES = 300
/** Keys of as many accounts. */
const KEYS = 1000
/** Seconds of load after which a process that has met others counts in memory again. */
const AFTER_OTHERS = 35
/** What was reached on the machines measured so far. */
const MACHINES = join(import.meta.dirname, 'machines.json')

const { log, getSetting, writePage } = openRun('benchmarks.md', { games: 20_000, seconds: 2, settle: 7, rounds: 5 })
const games = getSetting('games', FULL_GAMES + 1)
const settings = {
  seconds: getSetting('seconds', 0.01),
  settle: getSetting('settle', 0),
  rounds: getSetting('rounds'),
}

const withCore = async <Result>(database: string, use: (core: Core) => Promise<Result>): Promise<Result> => {
  const core = await createCore({ database, migrate: true })
  try {
    return await use(core)
  } finally {
    await core.close()
  }
}

/** Ingests the dataset and creates keys. */
const loadDataset = async (database: string, sql: Sql): Promise<string[]> => {
  log(`ingesting ${games} games`)
  await sql`alter role postgres set synchronous_commit = off`
  await withCore(database, async (core) => {
    await ingestResults(core, games, FULL_GAMES)
    for await (const result of core.ingestAll(fullGames(FULL_GAMES)))
      if (result.outcome === 'refused') throw new Error(`a game is refused: ${result.reason}`)
  })
  const keys = await withCore(database, (core) => createKeys(core, KEYS))
  await sql`alter role postgres reset synchronous_commit`
  await createEventsTable(sql)
  return keys.map(({ key }) => key)
}

/** Starts all servers; the floors answer with a game of the reference. */
const startServers = async (database: string, game: string | undefined): Promise<Setup['servers']> => {
  const bare = await startServer('bare', database)
  const constant = await (await fetch(`http://127.0.0.1:${bare.port}/v1/games/${game}`)).text()
  const ours = Array.from({ length: 4 }, () => startServer('ours', database))
  return new Map<ServerName, ServerProcess[]>([
    ['bare', [bare]],
    ['node:http, a constant', [await startServer('node:http, a constant', constant)]],
    ['Hono, a constant', [await startServer('Hono, a constant', constant)]],
    ['ours', await Promise.all(ours)],
    ['ours, log on', [await startServer('ours, log on', database)]],
    ['ours, cold', [await startServer('ours, cold', database)]],
  ])
}

const measureServers = async (database: string, setup: Omit<Setup, 'servers'>): Promise<Measurement[]> => {
  const servers = await startServers(database, setup.sample.games[0])
  try {
    log('comparing responses')
    const read = (['bare', 'ours', 'ours, log on', 'ours, cold'] as const).flatMap((name) => servers.get(name) ?? [])
    await compareResponses(read, setup.sample, setup.keys[0] ?? '')
    log('measuring')
    const measurements = await measureRounds({ ...setup, servers }, COMPARISONS, settings)
    const processes = await measureRounds({ ...setup, servers }, [PROCESSES], { ...settings, settle: AFTER_OTHERS })
    return [...measurements, ...processes]
  } finally {
    await Promise.all([...servers.values()].flat().map((server) => server.stop()))
  }
}

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
try {
  const keys = await loadDataset(postgresServer.url, sql)
  const sample = await pickSample(sql)
  const setup = { postgres: postgresServer, sample, keys }
  const measurements = await measureServers(postgresServer.url, setup)
  log('measuring while games are written')
  const writes = await measureWrites(postgresServer.url, setup, settings.seconds * 10)
  const results = {
    measurements,
    writes,
    settings,
    games,
    events_per_game: sample.events_per_game,
    environment: environment(await readVersion(sql)),
    machine: processors(),
  }
  const machines = addMachine(JSON.parse(await readFile(MACHINES, 'utf8')), results)
  const explanation = await readFile(join(import.meta.dirname, 'explanation.md'), 'utf8')
  await writePage(writeUp(results, machines, explanation), summary(results, machines))
  await writeFile(
    MACHINES,
    `${JSON.stringify(machines, null, 2)}
`,
  )
} finally {
  await sql.end()
  await postgresServer.stop()
}
