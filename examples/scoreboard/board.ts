// The games of a night with their scores, as the page shows them, kept up to date by the client.
import { type BasketballData, liveScores, type LiveScore } from '@basketball-data/client'

/** A game on the board. */
export type Entry = Omit<LiveScore, 'game'> & {
  id: string
  competition: string
  /** Number of periods without overtime: 4 quarters, 2 halves. */
  regularPeriods: number
  home: string
  away: string
  tip_off: string | null
  status: LiveScore['game']['status']
}

/** What a page receives of all games. */
export type Update =
  | { type: 'game'; game: Entry }
  /** Whether the service can be reached. */
  | { type: 'connection'; connected: boolean }

const toEntry = (
  { game: { id, competition, home, away, tip_off, status }, ...score }: LiveScore,
  regularPeriods: number,
): Entry => ({
  ...score,
  id,
  competition: competition.name,
  regularPeriods,
  home: home.name,
  away: away.name,
  tip_off,
  status,
})

/** Follows the games of a day until the signal is aborted; without a day, those of tonight. */
export const openBoard = (client: BasketballData, date: string | undefined, signal: AbortSignal) => {
  const games = new Map<string, Entry>()
  const listeners = new Set<(update: Update) => void>()
  const opened = Promise.withResolvers<void>()
  let connected = false

  /** Number of periods of a competition without overtime. All competitions are read when a game has an unknown one. */
  const regularPeriods = new Map<string, number>()
  const findRegularPeriods = async (id: string): Promise<number> => {
    if (!regularPeriods.has(id))
      for await (const { id: each, periods } of client.competitions.list({}, { signal }))
        regularPeriods.set(each, periods)
    return regularPeriods.get(id) ?? 4
  }

  const follow = async (): Promise<void> => {
    for await (const update of liveScores(client, { date, signal })) {
      let published: Update
      if (update.type === 'score') {
        const { type: _type, ...score } = update
        published = { type: 'game', game: toEntry(score, await findRegularPeriods(score.game.competition.id)) }
        games.set(published.game.id, published.game)
      } else {
        published = update
        connected = update.connected
        opened.resolve()
      }
      for (const listener of listeners) listener(published)
    }
  }

  const ended = follow()
  ended.catch(opened.reject)
  return {
    /** Resolves as soon as the service is reached; rejects if it refuses. */
    opened: opened.promise,
    /** Whether the service can be reached. */
    isConnected: (): boolean => connected,
    entries: (): Entry[] => [...games.values()],
    /** The plays of a game and what changes in them, for a page that shows it. */
    streamPlays: (id: string, left: AbortSignal) =>
      client.games.stream(id, { signal: AbortSignal.any([signal, left]) }),
    /** Calls a listener with every update, until it is called off. */
    subscribe: (listener: (update: Update) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Rejects with the reason of the signal, or with the first error. */
    ended,
  }
}

export type Board = ReturnType<typeof openBoard>
