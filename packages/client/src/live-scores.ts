import type { BasketballData } from './client.ts'
import { RateLimitedError } from './errors.ts'
import type { Event, Game, GameDetail, PlayChange } from './openapi.generated.ts'
import { retryDelay, sleep } from './retry.ts'
import { linkSignals } from './signals.ts'

/** A game with its current score, which a Game has only when it is final. */
export interface LiveScore {
  game: Game
  /** live: the game has begun and is not over. */
  state: 'scheduled' | 'live' | 'final' | 'no_result'
  /** Null before the first play, and if the score is not known. */
  home_score: number | null
  away_score: number | null
  /** Of the latest play, or the last one that has ended; overtimes follow the regular periods. Null before the game. */
  period: number | null
  /** Time left in the period at the latest play, like `08:51`; null if it is not known. */
  clock: string | null
  /**
   * Whether a live score changes with every play. Otherwise it changes at the ends of periods, because the game has no play-by-play,
   * or the account may have no more streams open.
   */
  by_play: boolean
}

/** What has changed among the games of a day. */
export type LiveUpdate =
  | ({ type: 'score' } & LiveScore)
  | { type: 'play'; game: string; change: PlayChange }
  /** The connection is lost, and is being replaced, or it is there again. */
  | { type: 'connection'; connected: boolean }

/** Which games are followed. */
export interface LiveScoresOptions {
  /** A day, YYYY-MM-DD. */
  date: string
  /** Ends the reading; the loop throws its reason. */
  signal?: AbortSignal | undefined
}

interface Followed {
  game: Game
  periods: GameDetail['periods']
  plays: Map<number, Event>
  hasStream: boolean
}

const isLive = ({ game: { status, has } }: Followed): boolean =>
  status === 'scheduled' && (has.playbyplay || has.boxscore)

const sum = (points: readonly number[]): number => points.reduce((total, each) => total + each, 0)

/** The score of a game that is not final. */
const runningScore = ({
  plays,
  periods,
}: Followed): Pick<LiveScore, 'home_score' | 'away_score' | 'period' | 'clock'> => {
  const latest = plays.get(Math.max(...plays.keys()))
  if (latest !== undefined) return latest
  if (periods === null) return { home_score: null, away_score: null, period: null, clock: null }
  const { home, away } = periods
  return { home_score: sum(home), away_score: sum(away), period: home.length, clock: null }
}

const toLiveScore = (followed: Followed): LiveScore => {
  const { game, hasStream } = followed
  const { home_score, away_score, period, clock } = runningScore(followed)
  return {
    game,
    state: isLive(followed) ? 'live' : game.status,
    home_score: game.home_score ?? home_score,
    away_score: game.away_score ?? away_score,
    period,
    clock,
    by_play: hasStream,
  }
}

type Streaming = Pick<BasketballData, 'games' | 'stream'>

/** Where the updates go, until an error. */
interface Output {
  publish: (update: LiveUpdate) => void
  fail: (error: unknown) => void
}

/** Follows the games of a day until the signal is aborted: one stream for all of them, and one for the plays of each live one. */
const follow = async (
  client: Streaming,
  date: string,
  signal: AbortSignal,
  { publish, fail }: Output,
): Promise<void> => {
  const games = new Map<string, Followed>()
  const show = (followed: Followed): void => publish({ type: 'score', ...toLiveScore(followed) })

  const readPlays = async (followed: Followed): Promise<void> => {
    const { id } = followed.game
    // The stream itself does not try again, so that a refusal for want of streams is known at once.
    for await (const { event, data } of client.games.stream(id, { signal, retries: 0 })) {
      if (event === 'game') Object.assign(followed, { game: data, periods: data.periods })
      if (event === 'play') {
        if (data.op === 'remove') followed.plays.delete(data.event.seq)
        else followed.plays.set(data.event.seq, data.event)
        publish({ type: 'play', game: id, change: data })
      }
      show(followed)
    }
  }

  /** Returns whether there may be streams for other games now. @throws ServiceError if the service refuses this one */
  const readToEnd = async (followed: Followed): Promise<boolean> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await readPlays(followed)
        return true
      } catch (error) {
        if (error instanceof RateLimitedError) {
          followed.plays.clear() // the score at the next end of a period is a later one
          return false
        }
        const delay = retryDelay(error, { attempt, maxWait: Infinity, repeatable: true })
        if (delay === null) throw error
        await sleep(delay, signal)
      }
    }
  }

  const openStream = async (followed: Followed): Promise<void> => {
    followed.hasStream = true
    const hasRoom = await readToEnd(followed)
    followed.hasStream = false
    show(followed)
    if (hasRoom) games.forEach(openIfLive)
  }

  const openIfLive = (followed: Followed): void => {
    if (isLive(followed) && followed.game.has.playbyplay && !followed.hasStream) openStream(followed).catch(fail)
  }

  const note = (game: Game, periods: GameDetail['periods']): void => {
    const known = games.get(game.id)
    const followed = Object.assign(known ?? { plays: new Map<number, Event>(), hasStream: false }, { game, periods })
    games.set(game.id, followed)
    openIfLive(followed)
    show(followed)
  }

  const readDay = async (onConnected: () => void): Promise<void> => {
    let isConnected = false
    const day = client.stream({
      date,
      signal,
      logger: ({ status }) => {
        const now = status === 200
        if (now) onConnected()
        if (now !== isConnected) publish({ type: 'connection', connected: now })
        isConnected = now
      },
    })
    for await (const { event, data } of day) if (event === 'game') note(data, data.periods)
  }

  // Whatever changes after the stream has begun is in it; what was before is in the list.
  await new Promise<void>((resolve) => void readDay(resolve).catch(fail))
  for (const game of await client.games.list({ date }, { signal }).all()) if (!games.has(game.id)) note(game, null)
}

/**
 * Yields the games of a day with their current scores: first all of them, then each change, until the loop is left
 * or the signal is aborted. Games that are added during the day are among them, also after none at all. It opens a stream for the
 * day, and one for each live game as far as the plan has streams; a score without one is updated at the ends of periods.
 * @throws ServiceError if the service refuses (the key was revoked, the plan has no streams), ConnectionError if it cannot be
 * reached at the beginning
 * @example
 * for await (const update of liveScores(client, { date: '2026-11-21' }))
 *   if (update.type === 'score') console.log(update.game.home.name, update.home_score, update.away_score, update.game.away.name)
 */
export async function* liveScores(
  client: Streaming,
  { date, signal }: LiveScoresOptions,
): AsyncGenerator<LiveUpdate, void, undefined> {
  const leaving = new AbortController()
  const linked = linkSignals([signal, leaving.signal])
  const updates = new ReadableStream<LiveUpdate>({
    start: (controller) => {
      const publish = (update: LiveUpdate): void => {
        if (!linked.signal.aborted) controller.enqueue(update)
      }
      const fail = (error: unknown): void => controller.error(error)
      follow(client, date, linked.signal, { publish, fail }).catch(fail)
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
    linked.unlink()
  }
}
