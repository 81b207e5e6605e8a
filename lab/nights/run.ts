// Runs nights and prints the report of each as a line of JSON.
// Usage: node run.ts [--from 1] [--nights 1] [--fault <name>] [--lines]
import { parseArgs } from 'node:util'
import { runNight, startPostgres } from './night.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    nights: { type: 'string', default: '1' },
    fault: { type: 'string' },
    lines: { type: 'boolean', default: false },
  },
})
const [from, nights] = [Number(values.from), Number(values.nights)]
if (!(Number.isInteger(from) && Number.isInteger(nights) && nights >= 1))
  throw new RangeError('give the number of the first night as --from, and how many as --nights')

const fault = PLANTED_FAULTS.find(({ name }) => name === values.fault)
if (values.fault !== undefined && fault === undefined)
  throw new RangeError(`there is no planted fault "${values.fault}"`)

const postgres = await startPostgres()
for (let night = from; night < from + nights; night++) {
  const report = await runNight(postgres, String(night), {
    ...(values.lines && { onLine: (line) => console.error(line) }),
    ...(fault && { hooks: fault.hooks }),
  })
  console.log(JSON.stringify(report))
}
process.exit()
