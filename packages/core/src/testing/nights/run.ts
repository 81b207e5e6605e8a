// Runs nights and prints the report of each as a line of JSON.
// Usage: node run.ts [--from 1] [--nights 1] [--fault <name>] [--lines]
//        node run.ts --list   (the mistakes that --fault can plant, as JSON)
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    nights: { type: 'string', default: '1' },
    fault: { type: 'string' },
    lines: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
if (values.list) {
  console.log(JSON.stringify(PLANTED_FAULTS))
  process.exit()
}
const [from, nights] = [Number(values.from), Number(values.nights)]
if (!(Number.isInteger(from) && Number.isInteger(nights) && nights >= 1))
  throw new RangeError('give the number of the first night as --from, and how many as --nights')

/** Plants a mistake: the source is changed when it is loaded. @throws if the text is not there, or not once */
const plant = ({ name, file, from: original, to }: PlantedFault): void => {
  const path = join(import.meta.dirname, '..', '..', file)
  if (readFileSync(path, 'utf8').split(original).length !== 2)
    throw new Error(`${name}: ${file} does not contain its text once`)
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded
      const source = readFileSync(path, 'utf8').replace(original, () => to)
      return { ...loaded, source }
    },
  })
}

if (values.fault !== undefined) {
  const fault = PLANTED_FAULTS.find(({ name }) => name === values.fault)
  if (fault === undefined) throw new RangeError(`there is no planted fault "${values.fault}"`)
  plant(fault)
}

// The source is loaded with its mistake.
const { runNight, startPostgres } = await import('./night.ts')

const postgres = await startPostgres()
for (let night = from; night < from + nights; night++) {
  const report = await runNight(postgres, String(night), values.lines ? (line) => console.error(line) : undefined)
  console.log(JSON.stringify(report))
}
process.exit()
