// The games of a day with their scores and plays, kept up to date by the streams of the service.
import type { BasketballData, Event, Game } from '@basketball-data/client'

/** A game on the board, as the page shows it. */
export type Entry = {
  id: string
  home: string
  away: string
  tip_off: string | null
  /** live: the game has begun and is not final. */
  state: 'scheduled' | 'live' | 'final' | 'no_result'
  home_score: number | null
  away_score: number | null
  /** Of the latest play: the period, and the time left in it. */
  period: number | null
  clock: string | null
}

/** What a page receives: a game, or a change of the plays of a game. */
export type Update =
  | { type: 'game'; game: Entry }
  | { type: 'play'; game: string; play: Event }
  | { type: 'removed'; game: string; seq: number }

type Tracked = { record: Game; plays: Map<number, Event> }

const entryOf = ({ record, plays }: Tracked): Entry => {
  const { id, home, away, tip_off, status, home_score, away_score } = record
  const latest = plays.get(plays.size)
  return {
    id,
    home: home.name,
    away: away.name,
    tip_off,
    state: status === 'scheduled' && latest !== undefined ? 'live' : status,
    home_score: home_score ?? latest?.home_score ?? null,
    away_score: away_score ?? latest?.away_score ?? null,
    period: latest?.period ?? null,
    clock: latest?.clock ?? null,
  }
}

/**
 * Follows the games of a day until the signal is aborted. Each game has a stream of its own, for its plays, and one stream for all
 * tells of games that are added.
 */
export const openBoard = (client: BasketballData, date: string, signal: AbortSignal) => {
  const games = new Map<string, Tracked>()
  const listeners = new Set<(update: Update) => void>()
  const publish = (update: Update): void => {
    for (const listener of listeners) listener(update)
  }

  const followGame = async (record: Game): Promise<void> => {
    const tracked: Tracked = { record, plays: new Map() }
    games.set(record.id, tracked)
    publish({ type: 'game', game: entryOf(tracked) })
    for await (const { event, data } of client.games.stream(record.id, { signal })) {
      switch (event) {
        case 'game':
          tracked.record = data
          break
        case 'play':
          if (data.op === 'remove') tracked.plays.delete(data.event.seq)
          else tracked.plays.set(data.event.seq, data.event)
          publish(
            data.op === 'remove'
              ? { type: 'removed', game: record.id, seq: data.event.seq }
              : { type: 'play', game: record.id, play: data.event },
          )
          break
        case 'period':
          continue
        case 'final':
          tracked.record = { ...tracked.record, status: 'final', ...scoreOf(data.data.game) }
      }
      publish({ type: 'game', game: entryOf(tracked) })
    }
  }

  const failed = Promise.withResolvers<never>()
  const follow = (game: Game): void => void followGame(game).catch(failed.reject)

  const followDay = async (): Promise<void> => {
    for (const game of await client.games.list({ date }, { signal }).all()) follow(game)
    for await (const { event, data } of client.stream({ date, signal }))
      if (event === 'game' && !games.has(data.id)) follow(data)
  }

  return {
    /** Every game, by its tip-off. */
    entries: (): Entry[] =>
      [...games.values()].map(entryOf).toSorted((a, b) => (a.tip_off ?? '').localeCompare(b.tip_off ?? '')),
    /** The plays of a game, the latest first. */
    plays: (id: string): Event[] => [...(games.get(id)?.plays.values() ?? [])].toSorted((a, b) => b.seq - a.seq),
    /** Calls a listener with every update, until it is called off. */
    subscribe: (listener: (update: Update) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Rejects with the reason of the signal, or with the first error. */
    ended: Promise.race([followDay(), failed.promise]),
  }
}

export type Board = ReturnType<typeof openBoard>

const scoreOf = ({ home_score, away_score }: { home_score: number | null; away_score: number | null }) => ({
  home_score,
  away_score,
})
