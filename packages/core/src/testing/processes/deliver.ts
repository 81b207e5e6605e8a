import { appendFile } from 'node:fs/promises'
import { createCore } from '../../core.ts'
import { LOCAL_WEBHOOKS } from '../../webhooks/testing/subscribers.ts'

// Delivers what is due in the database named first, with short waits, and writes the subject of every e-mail it sends
// to the file named second; says "ready", and every error, until whoever started it is gone.
const [database = '', outbox = ''] = process.argv.slice(2)
const core = await createCore({ database, ...LOCAL_WEBHOOKS })
await core.startWorker({
  sendEmail: async ({ subject }) => appendFile(outbox, `${subject}\n`),
  pollInterval: 50,
  timeout: 2000,
  leaseMargin: 1000,
  schedule: { delays: Array<number>(7).fill(0.05), jitter: 0.1, maxRetryAfterFactor: 2 },
  onError: (error) => console.error(String(error)),
})
process.stdin.resume().once('end', () => process.exit())
console.log('ready')
