// The service inside another app: no server, no network, nothing to install beside the package.
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/core/simulator'

const core = await createCore({ database: 'memory://' })
for (const bundle of simulate({ day: '2026-11-20', games: 20 })) await core.ingest(bundle)

const { data: games } = await core.caller().games.list({ status: 'final', per_page: 3 })
for (const game of games)
  console.log(game.date, game.home.name, `${game.home_score}–${game.away_score}`, game.away.name)

await core.close()
