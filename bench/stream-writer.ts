// Writes games in progress for readers of their streams. Responds to "games" with their ids as JSON once they are stored, and
// to "write <seconds>" after it has added a play to each game every two seconds, whose score says when it was written.
import { setTimeout } from 'node:timers/promises'
import { createCore, type GameBundle } from '@basketball-data/core'
import { handleRequests } from './child-process.ts'
import { runningGames } from './running-games.ts'
import { WRAP } from './stream-load.ts'

const [, , database = '', count = ''] = process.argv
const core = await createCore({ database })
const games = runningGames(Number(count))
/** Plays that a game has at first. */
const KNOWN = 200
const INTERVAL = 2000
/** The scores of the plays that were added to each game. */
const added = games.map((): number[] => [])

const ingest = async (bundle: GameBundle, more: readonly number[]): Promise<string> => {
  const events = bundle.events?.slice(0, KNOWN) ?? []
  const last = events.at(-1)
  const later = last === undefined ? [] : more.map((home_score) => ({ ...last, home_score }))
  const result = await core.ingest({
    ...bundle,
    events: [...events, ...later],
    shots: [],
  })
  if (result.outcome === 'refused') throw new Error(`a game is refused: ${JSON.stringify(result)}`)
  return result.game
}

handleRequests(async (message) => {
  if (message === 'games') {
    const ids: string[] = []
    for (const bundle of games) ids.push(await ingest(bundle, []))
    return JSON.stringify(ids)
  }
  const [, seconds = '0'] = message.split(' ')
  const start = performance.now()
  const rounds = (Number(seconds) * 1000) / INTERVAL
  for (let round = 0; round < rounds; round++) {
    for (const [n, bundle] of games.entries()) {
      const due = start + INTERVAL * (round + n / games.length)
      await setTimeout(Math.max(0, due - performance.now()))
      const own = added[n] ?? []
      own.push(Date.now() % WRAP)
      await ingest(bundle, own)
    }
  }
  return 'written'
})
