// Prints the latest result and its box score, read with the client from a running service.
// Usage: BASKETBALL_DATA_KEY=bd_… npm start. BASKETBALL_DATA_URL defaults to http://127.0.0.1:3000/v1.
import { BasketballData, UpgradeRequiredError } from '@basketball-data/client'

const client = new BasketballData() // with BASKETBALL_DATA_KEY and BASKETBALL_DATA_URL of the environment

// Newest game first; the loop fetches the next page when it needs it
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
