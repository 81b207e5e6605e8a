import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import { startContenders } from './contenders.ts'
import { measureImport, type ImportFigures } from './import-rate.ts'
import { gamesInFull, layOutEvents, loadResults, pickSample } from './load-games.ts'
import { startPostgres } from './postgres-server.ts'
import { measureRounds } from './rounds.ts'
import { checkAnswers } from './same-answers.ts'
import { summary, writeUp } from './write-up.ts'

const GAMES_IN_FULL = 300
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
const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds), connections: CONNECTIONS }
if (!(games > GAMES_IN_FULL && effort.seconds > 0 && effort.rounds >= 1))
  throw new RangeError(`give --games above ${GAMES_IN_FULL}, --seconds above 0, --rounds from 1 on`)

const started = performance.now()
const say = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

const withCore = async <Result>(database: string, use: (core: Core) => Promise<Result>): Promise<Result> => {
  const core = await createCore({ database, migrate: true })
  try {
    return await use(core)
  } finally {
    await core.close()
  }
}

/** Loads the data; what is imported in full is measured, with the settings of any server, when the rest is there. */
const load = async (database: string, sql: Sql): Promise<ImportFigures> => {
  say(`loading ${games} games`)
  await sql`alter role postgres set synchronous_commit = off`
  await withCore(database, (core) => loadResults(core, games, GAMES_IN_FULL))
  await sql`alter role postgres reset synchronous_commit`
  say(`importing ${GAMES_IN_FULL} of them with everything`)
  const imported = await withCore(database, (core) => measureImport(core, database, gamesInFull(GAMES_IN_FULL)))
  await layOutEvents(sql)
  return imported
}

const makeKey = (database: string): Promise<string> =>
  withCore(database, async ({ accounts, keys }) => {
    const account = await accounts.create({ email: 'bench@example.org', plan: 'complete' })
    return (await keys.create(account.id)).key
  })

const settingOf = async (sql: Sql): Promise<string> => {
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const [processor] = cpus()
  return `Node ${process.version}, PostgreSQL ${server?.version}, ${availableParallelism()} × ${processor?.model ?? 'unknown processor'}`
}

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
try {
  const imported = await load(postgresServer.url, sql)
  const key = await makeKey(postgresServer.url)
  const sample = await pickSample(sql)
  const servers = await startContenders(postgresServer.url)
  try {
    say('comparing answers')
    await checkAnswers(servers, sample, key)
    say('measuring')
    const turns = await measureRounds({ servers, postgres: postgresServer, sample, key }, effort)
    const { events_per_game } = sample
    const findings = { turns, imported, effort, games, events_per_game, setting: await settingOf(sql) }
    console.log(summary(findings))
    const explanation = await readFile(join(import.meta.dirname, 'explanation.md'), 'utf8')
    await writeFile(values.output, writeUp(findings, explanation))
    say(`written to ${values.output}`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
} finally {
  await sql.end()
  await postgresServer.stop()
}
