import { BasketballData } from '@basketball-data/client'

const client = new BasketballData({
  apiKey: process.env.KEY,
  baseUrl: 'https://data.example/v1',
})
const { plan, remaining } = await client.usage()
console.log(plan, remaining)
