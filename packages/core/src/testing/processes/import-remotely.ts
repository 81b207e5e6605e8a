import { openCommandCore } from '../../remote.ts'
import { finalGame } from '../bundles.ts'

// Imports games through the process that has a folder open until it is killed, and prints the number of each stored game.
// Argument: folder.
const [database = ''] = process.argv.slice(2)
const core = await openCommandCore({ database })
function* games() {
  for (let n = 0; ; n++) yield finalGame([8, n + 2], { game: { external_id: `g${n}` } })
}
let n = 0
for await (const result of core.ingestAll(games())) console.log(result.outcome === 'refused' ? result.reason : n++)
