// Recounts a database from its games and box lines, and prints what differs from what is served and stored.
// Usage: npm run lab -- check <database> [--every 20]   (a folder, or the address of a Postgres; responses about one in 20 teams and players)
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import { recount } from './recount/index.ts'

const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '20' } },
  allowPositionals: true,
})
const [database] = positionals
if (database === undefined) throw new Error('name a database: a folder, or the address of a Postgres')

const core = await createCore({ database, migrate: false })
const { values: compared, differences } = await recount(core, { every: Number(values.every) })
for (const { subject, field, served, recounted } of differences)
  console.log(
    [subject, field ?? [], `served ${JSON.stringify(served)}, recounted ${JSON.stringify(recounted)}`]
      .flat()
      .join(', '),
  )
console.log(`${compared} values compared, ${differences.length} differ.`)
await core.close()
if (differences.length > 0) process.exitCode = 1
