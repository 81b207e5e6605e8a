// A worker as in production, in a process of its own.
import { createCore } from '@basketball-data/core'
import { answerParent } from '../child.ts'

const [, , database = '', secretsKey = ''] = process.argv
const core = await createCore({ database, secretsKey, allowPrivateWebhooks: true })
await core.startWorker({ sendEmail: async () => {} })
answerParent(async () => 'ready')
