import { createInterface } from 'node:readline'
import { createCore } from '../../core.ts'

// Prints "ready". For each input line "<key> <calls>" it lists the seasons so often with the key, and prints the number of
// calls that were counted. It closes the core and ends after "end".
// Arguments: database, plans.
const [database = '', plans = '{}'] = process.argv.slice(2)
const core = await createCore({ database, plans: JSON.parse(plans) })

const listSeasons = async (key: string): Promise<number> => {
  const call = await core.countCall(key, { counts: true })
  if (call.refused === null) await core.caller(call).seasons.list()
  return call.refused === null ? 1 : 0
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'end') return void core.close().then(() => process.exit())
  const [key = '', calls = '0'] = line.split(' ')
  void Promise.all(Array.from({ length: Number(calls) }, () => listSeasons(key))).then((counted) =>
    console.log(counted.filter((each) => each === 1).length),
  )
})
console.log('ready')
