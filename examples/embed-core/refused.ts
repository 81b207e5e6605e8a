// What the core refuses, and how it says so. Usage: npm run refused
import { createCore, ServiceError } from '@basketball-data/core'

const core = await createCore({ database: 'memory://' })

const refused: unknown = await core
  .caller('free')
  .teams.list({})
  .catch((error: unknown) => error)
if (refused instanceof ServiceError) console.log(refused.code, refused.extras.plan)

await core.close()
