import { BasketballData } from '@basketball-data/client'
import { openBoard } from './board.ts'
import { createScoreboard } from './server.ts'

const { API_KEY: apiKey, BASE_URL: baseUrl = 'http://127.0.0.1:3000/v1', PORT = '4000' } = process.env
if (apiKey === undefined) throw new Error('set API_KEY=bd_… to a key on plan live or higher')
const date = process.argv[2] ?? new Date().toISOString().slice(0, 10)

const controller = new AbortController()
const board = openBoard(new BasketballData({ apiKey, baseUrl }), date, controller.signal)
const server = createScoreboard(board).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The games of ${date}: http://127.0.0.1:${PORT}/`)
})
process.once('SIGINT', () => controller.abort())
await board.ended.catch((error: unknown) => {
  if (!controller.signal.aborted) throw error
})
server.closeAllConnections()
server.close()
