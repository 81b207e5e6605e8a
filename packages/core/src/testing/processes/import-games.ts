import { createCore } from '../../core.ts'
import { finalGame } from '../bundles.ts'

// Writes one game after the other into the database named first and says the number of each that was acknowledged.
const [database = ''] = process.argv.slice(2)
const core = await createCore({ database })
for (let n = 0; ; n++) {
  const result = await core.ingest(finalGame([8, n + 2], { game: { external_id: `g${n}` } }))
  console.log(result.outcome === 'refused' ? result.reason : n)
}
