import { once } from 'node:events'
import { BasketballData, UnauthorizedError } from '@basketball-data/client'
import { openBoard } from './board.ts'
import { createScoreboard } from './server.ts'

const {
  BASKETBALL_DATA_KEY: apiKey,
  BASKETBALL_DATA_URL: baseUrl = 'http://127.0.0.1:3000/v1',
  PORT = '8090',
} = process.env

const run = async (signal: AbortSignal): Promise<void> => {
  if (apiKey === undefined) throw new Error('Set BASKETBALL_DATA_KEY=bd_… to a key on plan live or higher.')
  const client = new BasketballData({ apiKey, baseUrl })
  const [date] = process.argv.slice(2)
  const board = openBoard(client, date, signal)
  await board.opened
  const server = createScoreboard(board).listen(Number(PORT), '127.0.0.1')
  await once(server, 'listening')
  console.log(`${date === undefined ? "Tonight's games" : `The games of ${date}`}: http://127.0.0.1:${PORT}/`)
  await board.ended.finally(() => {
    server.closeAllConnections()
    server.close()
  })
}

const toMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UnauthorizedError) return `BASKETBALL_DATA_KEY is not, or no longer, a key of ${baseUrl}.`
  const isInUse = 'code' in error && error.code === 'EADDRINUSE'
  return isInUse ? `Port ${PORT} is in use; set PORT to another one.` : error.message
}

const controller = new AbortController()
process.once('SIGINT', () => controller.abort())
try {
  await run(controller.signal)
} catch (error) {
  if (!controller.signal.aborted) {
    console.error(toMessage(error))
    process.exitCode = 1
  }
}
controller.abort()
