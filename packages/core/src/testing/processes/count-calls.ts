import { createInterface } from 'node:readline'
import { createCore } from '../../core.ts'

// Says "ready"; for every line of keys on its input makes `calls` calls with each key, four at a time, and says how
// many of each went through.
const [database = '', plans = '{}', calls = '0'] = process.argv.slice(2)
const core = await createCore({ database, plans: JSON.parse(plans) })
const AT_A_TIME = 4

/** Calls one after the other. */
const callInTurn = async (key: string): Promise<number> => {
  let counted = 0
  for (let n = 0; n < Number(calls) / AT_A_TIME; n++) {
    const { refused } = await core.countCall(key, { counts: true })
    if (refused === null) counted++
  }
  return counted
}

const callAll = async (key: string): Promise<number> => {
  const counted = await Promise.all(Array.from({ length: AT_A_TIME }, () => callInTurn(key)))
  return counted.reduce((sum, one) => sum + one, 0)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void Promise.all(line.split(' ').map(callAll)).then((counted) => console.log(JSON.stringify(counted)))
})
console.log('ready')
