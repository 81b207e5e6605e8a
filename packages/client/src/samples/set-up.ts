import { BasketballData } from '@basketball-data/client'

const client = new BasketballData({
  apiKey: process.env.KEY,
  baseUrl: 'https://data.example/v1',
})
const finals = client.games.list({ status: 'final' })
const [game] = await finals.all({ limit: 1 })
console.log(game?.home.name, game?.home_score)
console.log(game?.away.name, game?.away_score)
