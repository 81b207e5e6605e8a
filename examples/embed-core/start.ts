// Runs the service inside another program: no server, no network.
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'

const core = await createCore({ database: 'memory://' }) // or a folder, or postgres://…
for (const bundle of simulate({ day: '2026-11-20', seasons: 1, games: 10 })) await core.ingest(bundle)

const { data: games } = await core.caller().games.list({ status: 'final', per_page: 3 })
for (const game of games) console.log(game.date, game.home.name, game.home_score, game.away_score, game.away.name)

const [latest] = games
if (latest === undefined) throw new Error('no final game')
const { data: standings } = await core.caller().standings.get({ competition: latest.competition.id })
for (const { rank, team, won, lost } of standings.table.slice(0, 3)) console.log(rank, team.name, `${won}-${lost}`)

const { data: box } = await core.caller().games.boxScore({ id: latest.id })
const [topScorer] = box.home.players.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
console.log(`top scorer of ${box.home.team.name}:`, topScorer?.player.name, topScorer?.points)

await core.close()
