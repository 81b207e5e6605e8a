// Measures what counting a call costs the database and this process.
// Usage: node bench/counting.ts [--rounds 15] [--output <file>]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import postgres from 'postgres'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, median, table } from './report.ts'

const ACCOUNTS = 1000
/** Keys that wait at the same moment, each of another account. */
const KEYS = 32
/** Calls of one measurement, so many that hundredths of a second of CPU time tell them apart. */
const CALLS = 3200

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-counting.md') },
  },
})
const rounds = Number(values.rounds)

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

/** What is measured: the work of `calls` calls, and the microseconds of Postgres CPU that a call may take. */
type Case = { name: string; target: number | null; run: () => Promise<void>; calls: number }

/** Microseconds of CPU a call. */
type Costs = { database: number; node: number }

const server = await startPostgres()
const core = await createCore({
  database: server.url,
  migrate: true,
  plans: { complete: { per_minute: 1_000_000, per_day: null } },
})
const sql = postgres(server.url, { max: 1, onnotice: () => {} })

/** Runs a piece of work one after the other. */
const repeat = async (times: number, work: (time: number) => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < times; time++) await work(time)
}

const createKeys = async (): Promise<string[]> => {
  const keys: string[] = []
  await repeat(ACCOUNTS, async (n) => {
    const { id } = await core.accounts.create({ email: `name${n}@example.org`, plan: 'complete' })
    keys.push((await core.keys.create(id)).key)
  })
  return keys
}

const measure = async ({ run, calls }: Case): Promise<Costs> => {
  const databaseCpu = await server.measureCpu()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return { database: (await databaseCpu()) / calls, node: (user + system) / calls }
}

const writeUp = (cases: readonly Case[], costs: ReadonlyMap<Case, Costs[]>, version: string | undefined): string => {
  const rows = cases.map((one) => {
    const of = costs.get(one) ?? []
    const database = median(of.map(({ database: cost }) => cost))
    const target = one.target === null ? ['', ''] : [`≤ ${one.target}`, database <= one.target ? 'met' : 'not met']
    return [one.name, formatInteger(database), ...target, formatInteger(median(of.map(({ node }) => node)))]
  })
  return `# Benchmarks of counting

Written by \`npm run bench -- counting\`; run it again to measure on your machine.

${environment(version)}. ${formatInteger(ACCOUNTS)} accounts with a key each. CPU time in microseconds for one call: of all processes of the database
server, and of the Node process that counts. Medians over ${rounds} rounds; in each, ${formatInteger(CALLS)} calls of every row. A single call waits for
its count before the next one is made; ${KEYS} calls with ${KEYS} keys of as many accounts share a statement. \`select 1\` is the
floor: a statement with a parameter that reads nothing, over the same connection.

${table(['', 'Postgres CPU µs', 'target', '', 'Node CPU µs'], rows)}
`
}

try {
  log(`creating ${ACCOUNTS} accounts`)
  const keys = await createKeys()
  await sql`vacuum analyze`
  const count = (key: string) => core.countCall(key, { counts: true })
  const key = (n: number) => keys[n % keys.length] ?? ''
  const group = (n: number) => Array.from({ length: KEYS }, (_, index) => key(n * KEYS + index))
  const made = await Promise.all(group(0).map(count))
  const batches = CALLS / KEYS
  const { countingDriver } = core.store
  const cases: Case[] = [
    {
      name: '`select 1`',
      target: null,
      calls: CALLS,
      run: () => repeat(CALLS, () => countingDriver.values('select 1 where $1::text is not null', [''])),
    },
    { name: 'one call', target: 120, calls: CALLS, run: () => repeat(CALLS, () => count(key(0))) },
    {
      name: `${KEYS} calls with ${KEYS} keys`,
      target: 25,
      calls: CALLS,
      run: () => repeat(batches, () => Promise.all(group(0).map(count))),
    },
    {
      name: `${KEYS} calls with ${KEYS} of ${formatInteger(ACCOUNTS)} keys`,
      target: 25,
      calls: CALLS,
      run: () => repeat(batches, (n) => Promise.all(group(n).map(count))),
    },
    {
      name: `${KEYS} refunds with ${KEYS} keys`,
      target: null,
      calls: CALLS,
      run: () => repeat(batches, () => Promise.all(made.map((call) => core.refundCall(call)))),
    },
  ]
  log('measuring')
  for (const one of cases) await one.run()
  const costs = new Map(cases.map((one) => [one, [] as Costs[]]))
  for (let round = 0; round < rounds; round++)
    for (const index of cases.keys()) {
      const one = cases[(index + round) % cases.length]
      if (one !== undefined) costs.get(one)?.push(await measure(one))
    }
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const report = writeUp(cases, costs, row?.version)
  console.log(report)
  await writeFile(values.output, report)
  log(`written to ${values.output}`)
} finally {
  await core.close()
  await sql.end()
  await server.stop()
}
