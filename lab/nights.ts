// Runs simulated nights with faults of every kind, and those that must find planted faults.
// Usage: npm run lab -- nights [--nights 10000] [--from 1] [--planted] [--page docs/reliability.md]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { environment, formatInteger, table, writePart } from '../bench/report.ts'
import type { NightReport } from './nights/night.ts'
import { PLANTED_FAULTS } from './nights/planted-faults.ts'

const { values } = parseArgs({
  options: {
    nights: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
    page: { type: 'string' },
  },
})
const [nights, from] = [Number(values.nights), Number(values.from)]
if (!(Number.isInteger(nights) && nights >= 1 && Number.isInteger(from)))
  throw new RangeError('give --nights from 1 on, and the number of the first one as --from')

const program = [
  '--max-semi-space-size=64', // as in nights.test.ts
  join(import.meta.dirname, 'nights', 'run.ts'),
]

/** Runs nights in a process of their own and yields their reports. */
async function* run(...args: string[]): AsyncGenerator<NightReport> {
  const child = spawn(process.execPath, [...program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line)
  const [code] = await ended
  if (code !== 0) throw new Error(`node ${[...program, ...args].join(' ')} failed`)
}

const write = async (name: string, text: string): Promise<void> => {
  if (values.page === undefined) console.log(text)
  else await writePart(values.page, name, text)
}

/** Nights that one process runs: then another begins, so that none grows old. */
const SHARE = 250

const runAll = async (): Promise<void> => {
  const started = performance.now()
  const totals = new Map<string, number>()
  const broken: string[] = []
  let done = 0
  let steps = 0
  let next = from
  const work = async (): Promise<void> => {
    while (next < from + nights) {
      const [first, count] = [next, Math.min(SHARE, from + nights - next)]
      next += count
      for await (const report of run('--from', String(first), '--nights', String(count))) {
        done++
        steps += report.steps
        for (const [name, value] of Object.entries(report.counts)) totals.set(name, (totals.get(name) ?? 0) + value)
        for (const what of report.broken) {
          broken.push(`night ${report.seed}: ${what}`)
          console.error(broken.at(-1))
        }
        if (done % 500 === 0) console.error(`${formatInteger(done)} nights`)
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const minutes = (performance.now() - started) / 60_000
  const total = (name: string) => formatInteger(totals.get(name) ?? 0)
  const rows = [
    ['nights', formatInteger(done)],
    ['broken invariants', formatInteger(broken.length)],
    ['processes killed, stopped, suspended', `${total('kills')}, ${total('stops')}, ${total('suspensions')}`],
    ['times the clock of the database was set', total('clockSteps')],
    ['errors that processes reported', total('errors')],
    ['transactions that wrote games', total('commits')],
    ['requests to the feed', total('requests')],
    ['events that arrived at receivers', total('deliveries')],
    ['responses compared with what was stored', total('reads')],
    ['steps of the simulated machine', formatInteger(steps)],
  ]
  await write(
    'nights',
    `${environment()}, ${minutes.toFixed(0)} minutes; nights ${formatInteger(from)} to ${formatInteger(from + nights - 1)}.

${table(['', 'measured'], rows)}`,
  )
  if (broken.length > 0) process.exitCode = 1
}

const runPlanted = async (): Promise<void> => {
  const rows: string[][] = []
  for (const { name, what } of PLANTED_FAULTS) {
    for await (const { seed, broken } of run('--fault', name)) {
      if (broken.length === 0) process.exitCode = 1
      rows.push([what, seed, broken[0] ?? 'NOT FOUND'])
    }
  }
  await write('planted', table(['planted fault', 'seed', 'what the night says'], rows))
}

await (values.planted ? runPlanted() : runAll())
