// A webhook worker as in production. On "stop" it records the outcomes of its attempts before it responds.
import { createCore } from '@basketball-data/core'
import { handleRequests } from '../child-process.ts'

const [, , database = '', secretsKey = ''] = process.argv
const core = await createCore({ database, secretsKey, allowPrivateWebhooks: true })
const worker = await core.startWorker({ sendEmail: async () => {} })
handleRequests(async (message) => {
  if (message === 'stop') await worker.stop()
  return message
})
