import { createCore } from '../../core.ts'

// Migrates a database and prints "open". Argument: database.
const [database = ''] = process.argv.slice(2)
const core = await createCore({ database, migrate: true })
console.log('open')
await core.close()
