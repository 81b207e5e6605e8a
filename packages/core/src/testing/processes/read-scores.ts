import { createInterface } from 'node:readline'
import { createCore } from '../../core.ts'
import { awayScore } from '../away-score.ts'

// Prints "ready". Each input line is a number and a key; it makes a call with the key and prints the number and what it
// returned, or the error. Arguments: database, replicas.
const [database = '', ...replicas] = process.argv.slice(2)
const plans = { complete: { per_minute: null, per_day: null, per_month: null } }
const core = await createCore({ database, replicas, plans, replicaMaxLag: 60_000, callDeadline: 60_000 })

const respond = async (number: string, key: string): Promise<void> => {
  const result = await awayScore(core, key).catch((error: unknown) => ({ error: String(error) }))
  console.log(JSON.stringify({ number: Number(number), ...result }))
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [number = '', key = ''] = line.split(' ')
  void respond(number, key)
})
console.log('ready')
