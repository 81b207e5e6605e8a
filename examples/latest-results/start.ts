// Results of a service that runs, through the client. Usage: API_KEY=bd_… npm start, with BASE_URL where it is elsewhere.
import { BasketballData, UpgradeRequiredError } from '@basketball-data/client'

const { API_KEY: apiKey, BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1' } = process.env
const client = new BasketballData({ apiKey, baseUrl })

// A whole list, newest first, page after page, as far as the loop goes
for await (const game of client.games.list({ status: 'final' })) {
  console.log(game.date, game.home.name, game.home_score, game.away_score, game.away.name)
  if (!game.has.boxscore) continue
  try {
    const { home } = await client.games.boxScore(game.id)
    for (const { player, points } of home.players) console.log('  ', player.name, points)
  } catch (error) {
    if (!(error instanceof UpgradeRequiredError)) throw error
    console.log(`A box score needs plan ${error.plan}: ${error.pricing}`)
  }
  break
}
