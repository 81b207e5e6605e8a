import type { BasketballData } from './client.ts'
import type { Game, GameScore } from './openapi.generated.ts'
import { linkSignals } from './signals.ts'

/** A game with its current score, which a Game has only when it is final. */
export interface LiveScore extends Omit<GameScore, 'game'> {
  game: Game
}

/** What has changed among the games of a board. */
export type LiveUpdate =
  | ({ type: 'score' } & LiveScore)
  /** The connection is lost, and is being replaced, or it is there again. */
  | { type: 'connection'; connected: boolean }

/** Which games are followed. */
export interface LiveScoresOptions {
  /** Only games of this day, YYYY-MM-DD. By default those of `client.live()`: all that are running, and those of today. */
  date?: string | undefined
  /** Only games of this competition. */
  competition?: string | undefined
  /** Ends the reading; the loop throws its reason. */
  signal?: AbortSignal | undefined
}

type Streaming = Pick<BasketballData, 'games' | 'live' | 'stream'>

/** Follows the games until the signal is aborted: the board first, then the stream that continues from it. */
const follow = async (
  client: Streaming,
  { date, competition, signal }: LiveScoresOptions,
  publish: (update: LiveUpdate) => void,
): Promise<void> => {
  const scores = new Map<string, LiveScore>()
  const show = (score: LiveScore): void => {
    scores.set(score.game.id, score)
    publish({ type: 'score', ...score })
  }

  let after: string | undefined
  for await (const { data, meta } of client.live({ date, competition }, { signal }).pages()) {
    after ??= meta.stream_after
    for (const { game, state, period, clock, home, away } of data)
      if (date === undefined || game.date === date)
        show({ game, state, period, clock, home_score: home.score, away_score: away.score })
  }
  const days = new Set(date === undefined ? [...scores.values()].map(({ game }) => game.date) : [date])

  let isConnected: boolean | undefined
  const logger = ({ status }: { status: number | null }): void => {
    const connected = status === 200
    if (connected !== isConnected) publish({ type: 'connection', connected })
    isConnected = connected
  }
  const stream = client.stream({ date, competition, after, backfill: date !== undefined, signal, logger })
  for await (const { event, data } of stream) {
    if (event === 'game') {
      const known = scores.get(data.id)
      const { status, periods, home_score, away_score } = data
      const state = status === 'scheduled' ? 'upcoming' : 'ended'
      if (known !== undefined) show({ ...known, game: data })
      else if (days.has(data.date))
        show({ game: data, state, period: periods?.home.length ?? null, clock: null, home_score, away_score })
    }
    if (event === 'score') {
      const { game: id, ...score } = data
      const game = scores.get(id)?.game ?? (await client.games.get(id, { signal }))
      show({ game, ...score })
    }
  }
}

/**
 * Yields the games of a day with their current scores: first all of them, then each change, until the loop is left
 * or the signal is aborted. Games that are added during the day, or begin later, are among them. It makes one call, for the board,
 * and opens one stream.
 * @throws ServiceError if the service refuses (the key was revoked, the plan has no streams), ConnectionError if it cannot be
 * reached at the beginning
 * @example
 * for await (const update of liveScores(client))
 *   if (update.type === 'score') console.log(update.game.home.name, update.home_score, update.away_score, update.game.away.name)
 */
export async function* liveScores(
  client: Streaming,
  options: LiveScoresOptions = {},
): AsyncGenerator<LiveUpdate, void, undefined> {
  const leaving = new AbortController()
  const { signal, unlink } = linkSignals([options.signal, leaving.signal])
  const updates = new ReadableStream<LiveUpdate>({
    start: (controller) => {
      const publish = (update: LiveUpdate): void => {
        if (!signal.aborted) controller.enqueue(update)
      }
      follow(client, { ...options, signal }, publish).catch((error: unknown) => controller.error(error))
    },
  })
  const reader = updates.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    leaving.abort()
    unlink()
  }
}
