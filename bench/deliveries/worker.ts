// A worker as in production, in a process of its own. Asked to stop, it first acknowledges what was answered.
import { createCore } from '@basketball-data/core'
import { answerParent } from '../child.ts'

const [, , database = '', secretsKey = ''] = process.argv
const core = await createCore({ database, secretsKey, allowPrivateWebhooks: true })
const worker = await core.startWorker({ sendEmail: async () => {} })
answerParent(async (question) => {
  if (question === 'stop') await worker.stop()
  return question
})
