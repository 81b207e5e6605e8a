// Measures the HTTP service against references, also while games are written.
// Usage: node bench/run.ts [--games 20000] [--seconds 2] [--rounds 5] [--output <file>]
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import { COMPARISONS, PROCESSES } from './comparisons.ts'
import { createEventsTable, fullGames, ingestResults, pickSample } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, processors } from './report.ts'
import { measureRounds, type Measurement, type Setup } from './rounds.ts'
import { compareResponses } from './scenarios.ts'
import { startServer, type ServerName, type ServerProcess } from './servers.ts'
import { addMachine, summary, writeUp } from './write-up.ts'
import { measureWrites } from './writes.ts'

const FULL_GAMES = 300
/** Keys of as many accounts. */
const KEYS = 1000
/** What was reached on the machines measured so far. */
const MACHINES = join(import.meta.dirname, 'machines.json')

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks.md') },
  },
})
const games = Number(values.games)
const settings = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
if (!(games > FULL_GAMES && settings.seconds > 0 && settings.rounds >= 1))
  throw new RangeError(`--games must exceed ${FULL_GAMES}, --seconds must exceed 0, --rounds must be at least 1`)

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

const withCore = async <Result>(database: string, use: (core: Core) => Promise<Result>): Promise<Result> => {
  const core = await createCore({ database, migrate: true })
  try {
    return await use(core)
  } finally {
    await core.close()
  }
}

/** Creates keys of as many accounts. */
const createKeys = (database: string, count: number): Promise<string[]> =>
  withCore(database, async ({ accounts, keys }) => {
    const created: string[] = []
    for (let n = 0; n < count; n++) {
      const account = await accounts.create({ email: `bench-${n}@example.org`, plan: 'complete' })
      created.push((await keys.create(account.id)).key)
    }
    return created
  })

/** Ingests the dataset and creates keys. */
const loadDataset = async (database: string, sql: Sql): Promise<string[]> => {
  log(`ingesting ${games} games`)
  await sql`alter role postgres set synchronous_commit = off`
  await withCore(database, async (core) => {
    await ingestResults(core, games, FULL_GAMES)
    for await (const result of core.ingestAll(fullGames(FULL_GAMES)))
      if (result.outcome === 'refused') throw new Error(`a game is refused: ${result.reason}`)
  })
  const keys = await createKeys(database, KEYS)
  await sql`alter role postgres reset synchronous_commit`
  await createEventsTable(sql)
  return keys
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
    return await measureRounds({ ...setup, servers }, [...COMPARISONS, PROCESSES], settings)
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
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const results = {
    measurements,
    writes,
    settings,
    games,
    events_per_game: sample.events_per_game,
    environment: environment(server?.version),
    machine: processors(),
  }
  const machines = addMachine(JSON.parse(await readFile(MACHINES, 'utf8')), results)
  console.log(summary(results, machines))
  const explanation = await readFile(join(import.meta.dirname, 'explanation.md'), 'utf8')
  await writeFile(values.output, writeUp(results, machines, explanation))
  await writeFile(MACHINES, `${JSON.stringify(machines, null, 2)}\n`)
  log(`written to ${values.output}`)
} finally {
  await sql.end()
  await postgresServer.stop()
}
