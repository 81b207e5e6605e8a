// Prints a game as it happens, read with the client from a running service, until 5 minutes after its end.
// Usage: BASKETBALL_DATA_KEY=bd_… npm start -- <id of the game>. BASKETBALL_DATA_URL defaults to http://127.0.0.1:3000/v1.
import { BasketballData } from '@basketball-data/client'

const client = new BasketballData() // with BASKETBALL_DATA_KEY and BASKETBALL_DATA_URL of the environment
const [, , id = ''] = process.argv

process.stdout.on('error', () => process.exit()) // a reader like head has closed the pipe

for await (const { event, data } of client.games.stream(id)) {
  if (event === 'game') console.log(data.home.name, '–', data.away.name)
  if (event === 'play' && data.op === 'add') {
    const { period, clock, home_score, away_score, description } = data.event
    console.log(`${period} ${clock}  ${home_score}–${away_score}  ${description}`)
  }
  if (event === 'final') console.log('Final', data.data.game.home_score, data.data.game.away_score)
}
