// Measures how long the command line takes to start: time, processor time and peak memory, beside an empty program.
// The packages are packed as for a release, and run from what is packed.
// Usage: node bench/start.ts [--rounds 9] [--output <file>]
import { spawn, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { pack } from 'testbed/packed'
import { environment, formatInteger, formatDecimal, median, table } from './report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-start.md') },
  },
})

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'start-'))

/** The packages that the command line consists of, packed and unpacked with links to their dependencies. */
const install = (): string => {
  const scope = join(folder, 'node_modules', '@basketball-data')
  for (const name of ['core', 'feeds', 'http'] as const) {
    const target = join(scope, name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', pack(name, folder), '-C', target, '--strip-components=1'])
    const manifest: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(target, 'package.json'), 'utf8'),
    )
    for (const dependency of Object.keys(manifest.dependencies)) {
      if (dependency.startsWith('@basketball-data/')) continue
      const link = join(target, 'node_modules', dependency)
      mkdirSync(join(link, '..'), { recursive: true })
      symlinkSync(join(root, 'packages', name, 'node_modules', dependency), link, 'junction')
    }
  }
  return join(scope, 'http', 'bin', 'basketball-data.js')
}

/** Milliseconds, milliseconds of the processor, and megabytes. */
type Cost = { time: number; cpu: number; memory: number }

/** Runs in the measured process: writes what it has used when it exits, and when it is asked for it. */
const REPORTER = `data:text/javascript,const report = () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write('used ' + (userCPUTime + systemCPUTime) / 1000 + ' ' + maxRSS / 1024 + '\\n')
}; process.on('exit', report); process.on('SIGUSR2', report)`.replaceAll('\n', '')

/** Runs a program, until it exits or, if it prints an address, until that is ready. */
const run = async (args: string[], caches: string): Promise<Cost> => {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', REPORTER, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', XDG_CACHE_HOME: caches },
  })
  let time: number | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /^Serving (http:\/\/[^/]+)/.exec(line)?.[1]
    if (address === undefined) return
    void fetch(`${address}/readyz`).then(({ status }) => {
      if (status !== 200) throw new Error(`/readyz is ${status}`)
      time = performance.now() - started
      child.kill('SIGUSR2')
    })
  })
  let used: number[] | undefined
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('used ')) {
      console.error(line)
      return
    }
    used ??= line.split(' ').slice(1).map(Number)
    child.kill('SIGINT')
  })
  await new Promise((resolve) => child.once('close', resolve))
  const [cpu = Number.NaN, memory = Number.NaN] = used ?? []
  return { time: time ?? performance.now() - started, cpu, memory }
}

/** The size of the archive of a new database in the package, in bytes. */
const archiveSize = (): number => {
  const prepared = join(folder, 'node_modules', '@basketball-data', 'core', 'prepared')
  return readdirSync(prepared).reduce((sum, name) => sum + statSync(join(prepared, name)).size, 0)
}

let databases = 0
const newFolder = (): string => join(folder, `database-${(databases += 1)}`)
const [existing, caches] = [newFolder(), join(folder, 'caches')]

try {
  const bin = install()
  const migrate = (database: string) => [bin, '--database', database, 'migrate']
  const serve = (database: string) => [bin, '--database', database, 'serve', '--port', '0']
  await run(migrate(existing), caches)
  const programs: [string, () => Promise<Cost>][] = [
    ['`node -e 0`', () => run(['-e', '0'], caches)],
    ['`basketball-data --help`', () => run([bin, '--help'], caches)],
    ['the same for the first time', () => run([bin, '--help'], newFolder())],
    ['`migrate` of a new folder', () => run(migrate(newFolder()), caches)],
    ['the same for the first time', () => run(migrate(newFolder()), newFolder())],
    ['`serve` of its folder until `/readyz` is 200', () => run(serve(existing), caches)],
  ]
  for (const [, measure] of programs) await measure() // fills the caches
  const costs = programs.map((): Cost[] => [])
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [index, [, measure]] of programs.entries()) costs[index]?.push(await measure())
  const medianOf = (measured: readonly Cost[], figure: keyof Cost) => median(measured.map((cost) => cost[figure]))
  const [floor = []] = costs
  const rows = programs.map(([name], index) => {
    const measured = costs[index] ?? []
    const [time, cpu, memory] = [medianOf(measured, 'time'), medianOf(measured, 'cpu'), medianOf(measured, 'memory')]
    const ratio = median(measured.map((cost, round) => cost.cpu / (floor[round]?.cpu ?? Number.NaN)))
    return [name, ...[time, cpu].map(formatInteger), formatDecimal(ratio), formatInteger(memory)]
  })
  const head = ['', 'ms', 'CPU ms', 'CPU relative to `node -e 0`', 'peak memory, MB']
  const page = `# Benchmarks of starting

Written by \`npm run bench -- start\`; run it again to measure on your machine.

${environment()}. The packages as they are released. ${values.rounds} rounds; in each, every program runs once, one after the
other. Figures are medians over the rounds; the ratio is the median of the ratios within a round. Time is longer where the
processor has other work, as it had for this page; processor time varies less.

${table(head, rows)}

The peak is that of the resident memory of the process until then. "For the first time" is without the compiled modules
of earlier runs. The archive of a new database in the package has ${formatInteger(archiveSize() / 1000)} kB.
`
  console.log(page)
  writeFileSync(values.output, page)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
