import { createInterface } from 'node:readline'
import { createCore } from '../../core.ts'

// Prints "ready". For each input line of keys it makes `calls` calls with each key, four at a time, and prints how many
// calls of each key were counted. A line of JSON has settings of the lease.
// Arguments: database, plans, calls, settings of the lease.
const [database = '', plans = '{}', calls = '0', lease = '{}'] = process.argv.slice(2)
const core = await createCore({ database, plans: JSON.parse(plans) })
const setLease = (settings: string) => Object.assign(core.store.keptCounts.lease, JSON.parse(settings))
setLease(lease)
const CONCURRENCY = 4

/** Calls one after the other. */
const callSequentially = async (key: string): Promise<number> => {
  let counted = 0
  for (let n = 0; n < Number(calls) / CONCURRENCY; n++) {
    const { refused } = await core.countCall(key, { counts: true })
    if (refused === null) counted++
  }
  return counted
}

const callAll = async (key: string): Promise<number> => {
  const counted = await Promise.all(Array.from({ length: CONCURRENCY }, () => callSequentially(key)))
  return counted.reduce((sum, one) => sum + one, 0)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('{')) return setLease(line)
  void Promise.all(line.split(' ').map(callAll)).then((counted) => console.log(JSON.stringify(counted)))
})
console.log('ready')
