// Prints the standings and the leaders of a season, and writes the shot chart of its latest game as SVG.
// Usage: npm start [-- competition id]. Reads from BASKETBALL_DATA_URL with BASKETBALL_DATA_KEY, or from a demo in memory without them.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BasketballData, UpgradeRequiredError } from '@basketball-data/client'
import { openService } from './service.ts'
import { table } from './table.ts'

const largestCompetition = async (client: BasketballData): Promise<string> => {
  const [largest] = (await client.competitions.list().all()).toSorted((a, b) => b.games - a.games)
  if (largest === undefined) throw new Error('the service has no competition yet')
  return largest.id
}

const printStandings = async (client: BasketballData, competition: string) => {
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
  return season
}

const printLeaders = async (client: BasketballData, competition: string, season: { id: string }) => {
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
}

/** Writes the shot chart of the latest game with shots to shot-chart.svg in this folder. */
const writeShotChart = async (client: BasketballData, season: { id: string }) => {
  for await (const game of client.games.list({ season: season.id, status: 'final' })) {
    if (!game.has.shots) continue
    const file = join(import.meta.dirname, 'shot-chart.svg')
    writeFileSync(file, await client.games.shotChart(game.id))
    const { date, home, away, home_score, away_score } = game
    // npm runs scripts in the folder of the package; INIT_CWD is the folder in which npm was started.
    const path = relative(process.env['INIT_CWD'] ?? '.', file)
    console.log(`\n${path}: ${date} ${home.name} ${home_score}–${away_score} ${away.name}`)
    return
  }
  console.log('\nNo game of the season has shots.')
}

const toMessage = (error: unknown): string =>
  error instanceof UpgradeRequiredError
    ? `The report needs a key on plan ${error.plan}: ${error.pricing}`
    : `No report: ${error instanceof Error ? error.message : String(error)}`

const main = async () => {
  const { baseUrl, apiKey, close } = await openService()
  try {
    const client = new BasketballData({ apiKey, baseUrl })
    const [competition = await largestCompetition(client)] = process.argv.slice(2)
    const season = await printStandings(client, competition)
    await printLeaders(client, competition, season)
    await writeShotChart(client, season)
  } finally {
    await close()
  }
}

await main().catch((error: unknown) => {
  console.error(toMessage(error))
  process.exitCode = 1
})
