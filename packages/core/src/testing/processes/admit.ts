import { createInterface } from 'node:readline'
import { createCore } from '../../core.ts'

// Says "ready"; for every line of keys on its input makes `calls` calls with each key, all at once, and says how many
// of each went through.
const [database = '', plans = '{}', calls = '0'] = process.argv.slice(2)
const core = await createCore({ database, plans: JSON.parse(plans) })

const callAll = (keys: string[]) =>
  Promise.all(
    keys.map(async (key) => {
      const made = await Promise.all(Array.from({ length: Number(calls) }, () => core.admit(key, { counts: true })))
      return made.filter(({ refused }) => refused === null).length
    }),
  )

createInterface({ input: process.stdin }).on('line', (line) => {
  void callAll(line.split(' ')).then((admitted) => console.log(JSON.stringify(admitted)))
})
console.log('ready')
