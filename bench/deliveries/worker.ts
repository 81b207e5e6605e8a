// A webhook worker as in production. Responds to "cpu" with the microseconds of CPU time that this process has used, to
// "loaded" with the time when it began to claim, in milliseconds since 1970, and to "stop" once it has recorded the
// outcomes of its attempts.
import { createCore } from '@basketball-data/core'
import { handleRequests } from '../child-process.ts'

const [, , database = '', secretsKey = ''] = process.argv
const core = await createCore({ database, secretsKey, allowPrivateWebhooks: true })
const loaded = performance.timeOrigin + performance.now()
const worker = await core.startWorker({ sendEmail: async () => {}, onError: (error) => console.error(error) })
handleRequests(async (message) => {
  if (message === 'loaded') return String(loaded)
  if (message === 'stop') await worker.stop()
  const { user, system } = process.cpuUsage()
  return String(user + system)
})
