// Measures the HTTP service and the import against references.
// Usage: node bench/run.ts [--games 100000] [--seconds 4] [--rounds 7] [--output <file>]
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import { createEventsTable, fullGames, ingestResults, pickSample } from './dataset.ts'
import { measureImport, type ImportResult } from './import-rate.ts'
import { startPostgres } from './postgres-server.ts'
import { environment } from './report.ts'
import { measureRounds } from './rounds.ts'
import { compareResponses } from './scenarios.ts'
import { startServers } from './servers.ts'
import { summary, writeUp } from './write-up.ts'

const FULL_GAMES = 300
const CONNECTIONS = 32

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '7' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks.md') },
  },
})
const games = Number(values.games)
const settings = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections: CONNECTIONS }
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

/** Ingests the dataset. The import of the full games is measured, with default server settings. */
const loadDataset = async (database: string, sql: Sql): Promise<ImportResult> => {
  log(`ingesting ${games} games`)
  await sql`alter role postgres set synchronous_commit = off`
  await withCore(database, (core) => ingestResults(core, games, FULL_GAMES))
  await sql`alter role postgres reset synchronous_commit`
  log(`measuring the import of ${FULL_GAMES} full games`)
  const imported = await withCore(database, (core) => measureImport(core, database, fullGames(FULL_GAMES)))
  await createEventsTable(sql)
  return imported
}

const createKey = (database: string): Promise<string> =>
  withCore(database, async ({ accounts, keys }) => {
    const account = await accounts.create({ email: 'bench@example.org', plan: 'complete' })
    return (await keys.create(account.id)).key
  })

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
try {
  const imported = await loadDataset(postgresServer.url, sql)
  const key = await createKey(postgresServer.url)
  const sample = await pickSample(sql)
  const servers = await startServers(postgresServer.url)
  try {
    log('comparing responses')
    await compareResponses(servers, sample, key)
    log('measuring')
    const measurements = await measureRounds({ servers, postgres: postgresServer, sample, key }, settings)
    const { events_per_game } = sample
    const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    const results = {
      measurements,
      imported,
      settings,
      games,
      events_per_game,
      environment: environment(server?.version),
    }
    console.log(summary(results))
    const explanation = await readFile(join(import.meta.dirname, 'explanation.md'), 'utf8')
    await writeFile(values.output, writeUp(results, explanation))
    log(`written to ${values.output}`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
} finally {
  await sql.end()
  await postgresServer.stop()
}
