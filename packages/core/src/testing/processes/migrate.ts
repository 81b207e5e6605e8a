import { createCore } from '../../core.ts'

// Brings the database named first up to date and says "open".
const [database = ''] = process.argv.slice(2)
const core = await createCore({ database, migrate: true })
console.log('open')
await core.close()
