// Writes updates of games in progress. Responds to "games" with their ids as JSON once they are stored, to "start <n>" at
// once, and then writes n updates a second in turn; to "written" with the number of updates written so far.
import { setTimeout } from 'node:timers/promises'
import { createCore } from '@basketball-data/core'
import { handleRequests } from './child-process.ts'
import { afterUpdates, runningGames } from './running-games.ts'

const [, , database = '', count = ''] = process.argv
const core = await createCore({ database })
const games = runningGames(Number(count))
let written = 0

const ingest = async (n: number): Promise<string> => {
  const bundle = games[n % games.length]
  if (bundle === undefined) throw new RangeError('there are no games to write')
  const result = await core.ingest(afterUpdates(bundle, Math.floor(n / games.length)))
  if (result.outcome === 'refused') throw new Error(`a game is refused: ${JSON.stringify(result)}`)
  return result.game
}

const write = async (perSecond: number): Promise<never> => {
  const started = performance.now()
  for (;;) {
    await ingest(games.length + written)
    written += 1
    await setTimeout(Math.max(0, started + (written * 1000) / perSecond - performance.now()))
  }
}

handleRequests(async (message) => {
  if (message === 'games') {
    const ids: string[] = []
    for (const n of games.keys()) ids.push(await ingest(n))
    return JSON.stringify(ids)
  }
  const [command, perSecond] = message.split(' ')
  if (command === 'start') void write(Number(perSecond))
  return String(written)
})
