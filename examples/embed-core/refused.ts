// Handles a refused call: the list of teams needs plan live. Usage: npm run refused
import { createCore, ServiceError } from '@basketball-data/core'

const core = await createCore({ database: 'memory://' })

try {
  await core.caller('free').teams.list({})
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  console.log(error.code, error.extras.plan)
}

await core.close()
