import { appendFile } from 'node:fs/promises'
import { createCore } from '../../core.ts'
import { LOCAL_WEBHOOKS } from '../../deliveries/testing/subscribers.ts'

// Runs a worker with short delays, and appends the subject of every e-mail to a file. Prints "ready" and every error.
// Exits when its input ends, that is, when the parent process ends. Arguments: database, file.
const [database = '', outbox = ''] = process.argv.slice(2)
const core = await createCore({ database, ...LOCAL_WEBHOOKS })
await core.startWorker({
  sendEmail: async ({ subject }) => appendFile(outbox, `${subject}\n`),
  pollInterval: 200,
  timeout: 2000,
  schedule: { delays: Array<number>(7).fill(0.05), jitter: 0.1, maxRetryAfterFactor: 2 },
  onError: (error) => console.error(String(error)),
})
process.stdin.resume().once('end', () => process.exit())
console.log('ready')
