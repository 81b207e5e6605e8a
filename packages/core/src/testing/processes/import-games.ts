import { createCore } from '../../core.ts'
import { finalGame } from '../bundles.ts'

// Writes games one after the other until it is killed, and prints the number of each acknowledged game.
// Arguments: database, perhaps the number of games after which it writes no more and waits.
const [database = '', games = Infinity] = process.argv.slice(2)
const core = await createCore({ database })
for (let n = 0; n < Number(games); n++) {
  const result = await core.ingest(finalGame([8, n + 2], { game: { external_id: `g${n}` } }))
  console.log(result.outcome === 'refused' ? result.reason : n)
}
