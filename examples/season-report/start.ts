// A season in a table, its leaders, and the shots of its latest game as SVG.
// Usage: npm start [-- competition id], with BASE_URL and API_KEY for a service that runs; without, on a demo in memory.
import { writeFileSync } from 'node:fs'
import { BasketballData } from '@basketball-data/client'
import { openService } from './service.ts'
import { shotChart } from './shot-chart.ts'
import { table } from './table.ts'

const { baseUrl, apiKey, close } = await openService()
const client = new BasketballData({ apiKey, baseUrl })

const largestCompetition = async (): Promise<string> => {
  const [largest] = (await client.competitions.list().all()).toSorted((a, b) => b.games - a.games)
  if (largest === undefined) throw new Error('the service has no competition yet')
  return largest.id
}

const [competition = await largestCompetition()] = process.argv.slice(2)

const { competition: league, season, table: standings } = await client.standings({ competition })
console.log(`${league.name} ${season.name}\n`)
console.log(
  table(
    ['', 'team', 'won', 'lost', 'share', '+/−', 'home', 'away', 'last ten', 'streak'],
    standings.map((row) => [
      row.rank,
      row.team.name,
      row.won,
      row.lost,
      row.win_share.toFixed(3),
      row.points_difference,
      row.home,
      row.away,
      row.last_ten,
      row.streak,
    ]),
  ),
)

for (const stat of ['points', 'rebounds', 'assists'] as const) {
  const { leaders } = await client.stats.leaders({ competition, season: season.id, stat, top: 5 })
  const rows = leaders.map(({ rank, player, team, games, per_game }) => [
    rank,
    player.name,
    team?.name ?? null,
    games,
    per_game.toFixed(1),
  ])
  console.log(`\n${table(['', stat, 'team', 'games', 'per game'], rows)}`)
}

let drawn = false
for await (const game of client.games.list({ season: season.id, status: 'final' })) {
  if (!game.has.shots) continue
  const { shots } = await client.games.shots(game.id)
  writeFileSync('shot-chart.svg', shotChart(game, shots))
  console.log(
    `\nshot-chart.svg: ${game.date} ${game.home.name} ${game.home_score}–${game.away_score} ${game.away.name}`,
  )
  drawn = true
  break
}
if (!drawn) console.log('\nNo game of the season has shots to draw.')

await close()
