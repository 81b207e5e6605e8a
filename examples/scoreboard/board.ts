// The games of a day with their scores and plays, as the page shows them, kept up to date by the client.
import { type BasketballData, type Event, liveScores, type LiveScore } from '@basketball-data/client'

/** A game on the board. */
export type Entry = Omit<LiveScore, 'game'> & {
  id: string
  competition: string
  home: string
  away: string
  tip_off: string | null
}

/** What a page receives. */
export type Update =
  | { type: 'game'; game: Entry }
  | { type: 'play'; game: string; play: Event }
  | { type: 'removed'; game: string; seq: number }
  /** Whether the service can be reached. */
  | { type: 'connection'; connected: boolean }

const toEntry = ({ game: { id, competition, home, away, tip_off }, ...score }: LiveScore): Entry => ({
  ...score,
  id,
  competition: competition.name,
  home: home.name,
  away: away.name,
  tip_off,
})

/** Follows the games of a day until the signal is aborted. */
export const openBoard = (client: BasketballData, date: string, signal: AbortSignal) => {
  const games = new Map<string, Entry>()
  const plays = new Map<string, Map<number, Event>>()
  const listeners = new Set<(update: Update) => void>()
  const opened = Promise.withResolvers<void>()
  let connected = false

  const publish = (update: Update): void => {
    for (const listener of listeners) listener(update)
  }

  const getPlays = (game: string): Map<number, Event> => {
    const known = plays.get(game) ?? new Map<number, Event>()
    plays.set(game, known)
    return known
  }

  const follow = async (): Promise<void> => {
    for await (const update of liveScores(client, { date, signal })) {
      switch (update.type) {
        case 'score': {
          const game = toEntry(update)
          games.set(game.id, game)
          publish({ type: 'game', game })
          break
        }
        case 'play': {
          const { game, change } = update
          const { seq } = change.event
          if (change.op === 'remove') getPlays(game).delete(seq)
          else getPlays(game).set(seq, change.event)
          publish(change.op === 'remove' ? { type: 'removed', game, seq } : { type: 'play', game, play: change.event })
          break
        }
        case 'connection':
          connected = update.connected
          publish(update)
          opened.resolve()
      }
    }
  }

  const ended = follow()
  ended.catch(opened.reject)
  return {
    date,
    /** Resolves as soon as the service is reached; rejects if it refuses. */
    opened: opened.promise,
    /** Whether the service can be reached. */
    isConnected: (): boolean => connected,
    entries: (): Entry[] => [...games.values()],
    /** The plays of a game in their order. Without a stream they are requested when somebody looks at them. */
    plays: async (id: string): Promise<Event[]> => {
      const game = games.get(id)
      const isStreamed = game?.by_play === true || (game?.state === 'final' && plays.has(id))
      if (game !== undefined && game.state !== 'scheduled' && !isStreamed) {
        const { events } = await client.games.playByPlay(id, { signal }).catch(() => ({ events: [] }))
        for (const event of events) getPlays(id).set(event.seq, event)
      }
      return [...(plays.get(id)?.values() ?? [])].toSorted((a, b) => a.seq - b.seq)
    },
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
