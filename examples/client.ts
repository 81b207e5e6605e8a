// A TypeScript developer on the client. Usage: node client.ts <key> [base address]
import { BasketballData, ServiceError } from '@basketball-data/client'

const [apiKey = '', baseUrl = 'http://127.0.0.1:3000/v1'] = process.argv.slice(2)
const client = new BasketballData({ apiKey, baseUrl })

try {
  for await (const game of client.results.yesterday())
    console.log(game.competition.name, game.home.name, `${game.home_score}–${game.away_score}`, game.away.name)
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  console.error(`${error.code}: ${error.message} See ${error.docs}`)
  process.exitCode = 1
}
