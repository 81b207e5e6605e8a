import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { startPGlite } from '../../store/pglite.ts'

// Prints the most memory that the process has had, in MB, after some statements on an embedded Postgres.
// Arguments: "baseline" for Postgres as the store compiles it, "plain" for Postgres as V8 does, with the same settings; the
// folder of its data.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
const [compiled, dataDir = ''] = process.argv.slice(2)
const client =
  compiled === 'baseline' ? await startPGlite({ data: dataDir }) : await PGlite.create({ dataDir, startParams })
for (let count = 0; count < 200; count++) await client.query(`select ${count} as number`)
await setTimeout(2000) // V8 compiles beside the program
for (let count = 0; count < 200; count++) await client.query(`select ${count} as number`)
await client.close()
console.log(Math.round(process.resourceUsage().maxRSS / 1024))
process.exit(0)
