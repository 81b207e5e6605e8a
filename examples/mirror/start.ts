import { setTimeout } from 'node:timers/promises'
import { BasketballData } from '@basketball-data/client'
import { openMirror } from './mirror.ts'

const { API_KEY: apiKey, BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1', MIRROR = 'mirror.sqlite' } = process.env
if (apiKey === undefined) throw new Error('set API_KEY=bd_… to a key on plan complete')

const client = new BasketballData({ apiKey, baseUrl })
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
