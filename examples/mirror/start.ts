import { setTimeout } from 'node:timers/promises'
import { BasketballData } from '@basketball-data/client'
import { openMirror } from './mirror.ts'

const { MIRROR = 'mirror.sqlite' } = process.env
const client = new BasketballData() // with BASKETBALL_DATA_KEY, on plan complete, and BASKETBALL_DATA_URL of the environment
const mirror = openMirror(MIRROR)
/** Milliseconds between two looks at the log; each is a counted call. */
const INTERVAL = 10_000

for (;;) {
  const changes = await mirror.update(client)
  if (changes > 0) console.log(`${changes} changes copied to ${MIRROR}`)
  if (process.argv.includes('--once')) break
  await setTimeout(INTERVAL)
}
mirror.close()
