import { createCore } from '../../core.ts'

// Runs several hundred statements on a database, and prints the memory, in MB, that the process has had at most.
// Argument: database.
const [database = ''] = process.argv.slice(2)
const core = await createCore({ database })
for (let call = 0; call < 100; call++) await core.caller().games.list({ status: 'final', per_page: 1 })
await core.close()
console.log(Math.round(process.resourceUsage().maxRSS / 1024))
