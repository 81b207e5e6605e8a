// Runs nights and prints the report of each as a line of JSON.
// Usage: node run.ts [--from 1] [--nights 1] [--lines], or node run.ts --fault <name>… [--lines] for the nights of planted faults
import { parseArgs } from 'node:util'
import { runNight, startPostgres } from './night.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    nights: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: [] },
    lines: { type: 'boolean', default: false },
  },
})
const [from, nights] = [Number(values.from), Number(values.nights)]
if (!(Number.isInteger(from) && Number.isInteger(nights) && nights >= 1))
  throw new RangeError('give the number of the first night as --from, and how many as --nights')

const findFault = (wanted: string): PlantedFault => {
  const fault = PLANTED_FAULTS.find(({ name }) => name === wanted)
  if (fault === undefined) throw new RangeError(`there is no planted fault "${wanted}"`)
  return fault
}

const faults = values.fault.map(findFault)
const all =
  faults.length > 0 ? faults : Array.from({ length: nights }, (_, n) => ({ seed: String(from + n), hooks: {} }))

const postgres = await startPostgres()
for (const { seed, hooks } of all) {
  const report = await runNight(postgres, seed, {
    ...(values.lines && { onLine: (line) => console.error(line) }),
    hooks,
  })
  console.log(JSON.stringify(report))
}
process.exit()
