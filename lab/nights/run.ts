// Runs nights and prints the report of each as a line of JSON.
// Usage: node run.ts [--from 1] [--nights 1] [--fault <name>…] [--lines]: the nights, and then one of each planted fault: the one that found it
// last, or else the first that does. With faults, no other nights unless --nights asks for them.
import { parseArgs } from 'node:util'
import { runNight, startPostgres } from './night.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    nights: { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
    lines: { type: 'boolean', default: false },
  },
})
const isOnlyFaults = values.nights === undefined && values.fault.length > 0
const [from, nights] = [Number(values.from), isOnlyFaults ? 0 : Number(values.nights ?? '1')]
if (!(Number.isInteger(from) && Number.isInteger(nights) && (nights >= 1 || isOnlyFaults)))
  throw new RangeError('give the number of the first night as --from, and how many as --nights')

const findFault = (wanted: string): PlantedFault => {
  const fault = PLANTED_FAULTS.find(({ name }) => name === wanted)
  if (fault === undefined) throw new RangeError(`there is no planted fault "${wanted}"`)
  return fault
}

const postgres = await startPostgres()

const run = (seed: string, hooks: PlantedFault['hooks'] = {}) =>
  runNight(postgres, seed, { ...(values.lines && { onLine: (line) => console.error(line) }), hooks })

/** Nights in which a fault must be found: twice as many as the rarest needed. */
const MAX_NIGHTS = 600

const runFault = async ({ seed, hooks }: PlantedFault) => {
  let report = await run(seed, hooks)
  for (let other = 1; report.broken.length === 0 && other <= MAX_NIGHTS; other++)
    report = await run(String(other), hooks)
  return report
}

const faults = values.fault.map(findFault)
for (let seed = from; seed < from + nights; seed++) console.log(JSON.stringify(await run(String(seed))))
for (const fault of faults) console.log(JSON.stringify(await runFault(fault)))
process.exit()
