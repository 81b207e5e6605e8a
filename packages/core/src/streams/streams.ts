import {
  toIdAfter,
  type EventStream,
  type Game,
  type GameDetail,
  type GameStreamEvent,
  type StreamEvent,
  type StreamStart,
} from '../contract/index.ts'
import { badRequest, notFound } from '../errors.ts'
import { CHANGES_CHANNEL } from '../changes/record-queries.ts'
import type { Store } from '../store/index.ts'
import {
  toAllEvent,
  toStreamEvent,
  toStartEvent,
  type AllItem,
  type GameItem,
  type Item,
  type PlayItem,
} from './items.ts'
import { createOpenStreams, type StreamOptions } from './open-streams.ts'
import { isAfter, toPosition, type Position } from './position.ts'
import { readAllChanges, readGameChanges, readStreamState, readLatestNumber, type StreamState } from './queries.ts'
import { createReader, type Listener, type Reader } from './reader.ts'
import { Subscription } from './subscription.ts'

/** Milliseconds between two reads of changes while nothing wakes the reader. */
const POLL_INTERVAL = 1000
/** Milliseconds that the stream of a final game stays open for corrections. */
const CORRECTIONS_PERIOD = 300_000
/** Games whose changes one statement reads for the stream of all games. */
const PAGE = 100

/** The streams of a process. */
export type Streams = {
  /**
   * Opens the stream of a game.
   * @param options `check` throws if the caller may not read the game
   * @throws ServiceError rate_limited, not_found, or bad_request for an id that no event has
   */
  openGame: (
    id: string,
    options: StreamOptions & { check: (game: Game) => void },
  ) => Promise<EventStream<GameStreamEvent>>
  /**
   * Opens the stream of all games.
   * @param options `matches` is whether the caller wants the changes of a game
   * @throws ServiceError rate_limited, or bad_request for an id that no event has
   */
  openAll: (
    options: StreamOptions & { matches: (game: Game) => boolean },
  ) => Promise<EventStream<StreamEvent | StreamStart>>
  /** The number of open streams of this process. */
  open: () => number
  /** Ends all streams. */
  close: () => Promise<void>
}

/** How the streams of a process work. Defaults are those of production. */
export type StreamSettings = {
  /** Milliseconds between two looks at the database if no notification comes; 1,000 by default. */
  pollInterval?: number
  /** Milliseconds that the stream of a final game stays open for corrections; 300,000 by default. */
  correctionsPeriod?: number
  /** Milliseconds for which streams that begin at the same point share a read; 1,000 by default. */
  stateLifetime?: number
  /** Called with errors of the database. Open streams go on when it can be read again. */
  onError?: ((error: unknown) => void) | undefined
}

/** Options of a core about streams. */
export type CoreStreamOptions = {
  /** Called with errors while the changes for open streams are read. The streams go on when the database can be read again. */
  onStreamError?: (error: unknown) => void
  /** For tests: how streams differ from those of production, in milliseconds. */
  streams?: Omit<StreamSettings, 'onError'>
}

/** The position behind everything in a change. */
const toEndPosition = (number: number): Position => ({ number, index: Infinity, isStart: false })

const BEFORE_ALL = toEndPosition(-1)

const startEvents = new WeakMap<StreamState, GameStreamEvent[]>()

/** The game and every play so far; the same events for all who begin with this state. */
const listStartEvents = (state: StreamState): GameStreamEvent[] => {
  const known = startEvents.get(state)
  if (known !== undefined) return known
  const game: GameItem = { event: 'game', number: state.number, index: 0, data: state.game }
  const made = [game, ...getPlays(state)].map((item) => toStartEvent(item, state.number))
  startEvents.set(state, made)
  return made
}

/** The plays that there are, in the order of the game. */
const getPlays = ({ items }: StreamState): PlayItem[] =>
  items
    .flatMap((item) => (item.event === 'play' && item.play !== null ? item : []))
    .toSorted((a, b) => a.index - b.index)

/**
 * The events for a reader who goes on at a position. One who has only a part of the plays with which the stream began gets
 * the others first, as far as they are still the same.
 */
const eventsAfter = (position: Position, state: StreamState): GameStreamEvent[] => {
  const { number, index, isStart } = position
  if (!isStart) return state.items.flatMap((item) => (isAfter(item, position) ? toStreamEvent(item, position) : []))
  const missing = getPlays(state).filter((play) => play.index > index && play.number <= number)
  const later = state.items.filter((item) => item.number > number)
  return [
    ...missing.map((play) => toStartEvent(play, number)),
    ...later.map((item) => toStreamEvent(item, item.index > index ? BEFORE_ALL : toEndPosition(number))),
  ]
}

const isOver = ({ status }: GameDetail): boolean => status !== 'scheduled'

const getItemGame = (item: AllItem): Game => {
  if (item.event === 'score') return item.game
  return item.event === 'game' ? item.data : item.data.data.game
}

/** Milliseconds for which a state that was read is there for others who begin or go on at the same point. */
const STATE_LIFETIME = 1000

/** Merges reads of the same point that begin within some milliseconds: after a restart, all readers of a game come back at once. */
const shareReads = <Result>(lifetime: number) => {
  const reads = new Map<string, Promise<Result>>()
  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const existing = reads.get(key)
    if (existing !== undefined) return existing
    const reading = read()
    reads.set(key, reading)
    const forget = () => {
      if (reads.get(key) === reading) reads.delete(key)
    }
    // What is not there may come at any moment.
    reading.then((result) => (result === undefined ? forget() : setTimeout(forget, lifetime).unref()), forget)
    return reading
  }
}

/** An event of the stream of all games. */
type AllGamesEvent = StreamEvent | StreamStart

/** The topic of the stream of all games. */
const ALL = 'all'

const refuseFuture = (position: Position, latest: number): void => {
  if (position.number > latest)
    throw badRequest('after is not the id of an event of this service; leave it out to begin again.')
}

/** Creates a function that starts the stream of a game. */
const createGameStarter = (
  store: Store,
  games: Reader<Item>,
  { correctionsPeriod, stateLifetime }: Required<Pick<StreamSettings, 'correctionsPeriod' | 'stateLifetime'>>,
) => {
  const readShared = shareReads<StreamState | undefined>(stateLifetime)

  /**
   * Reads a game with what has changed in it after a number, and everything up to `since`: a read that was in progress may be
   * older. @throws ServiceError not_found
   */
  const readState = async (id: string, after: number, since: number): Promise<StreamState> => {
    const read = () => readStreamState(store, id, after)
    const shared = await readShared(`${id} ${after}`, read)
    // One that is too old was read before the change `since`; it may be shared with others who need no newer one.
    const isNew = shared !== undefined && shared.number >= since
    const state = isNew ? shared : await readShared(`${id} ${after} ${since}`, read)
    if (state === undefined) throw notFound('game', id)
    return state
  }

  /** Ends a stream when its game has been over for a while. */
  const endAfterCorrections = (stream: Subscription<GameStreamEvent>) => {
    let timer: NodeJS.Timeout | undefined
    stream.onEnd(() => clearTimeout(timer))
    return (game: GameDetail, age: number): void => {
      clearTimeout(timer)
      if (!isOver(game)) return
      if (age >= correctionsPeriod) stream.end('completed')
      else timer = setTimeout(() => stream.end('completed'), correctionsPeriod - age).unref()
    }
  }

  return async (
    id: string,
    { after, check }: Pick<StreamOptions, 'after'> & { check: (game: Game) => void },
  ): Promise<Subscription<GameStreamEvent>> => {
    const position = after === undefined ? undefined : toPosition(after)
    /** What changes while the state is being read. */
    const missed: Parameters<Listener<Item>>[] = []
    let receive: Listener<Item> = (...batch) => void missed.push(batch)
    const { since, detach } = await games.attach(id, (...batch) => receive(...batch))
    try {
      const from = position === undefined || position.isStart ? -1 : position.number - 1
      const state = await readState(id, from, Math.max(since, position?.number ?? 0))
      check(state.game)
      if (position !== undefined) refuseFuture(position, state.number)
      const stream = new Subscription(position === undefined ? listStartEvents(state) : eventsAfter(position, state))
      const noteGame = endAfterCorrections(stream)
      const { number } = state // the stream does not hold the whole state
      const pass = (item: Item, known: number): void => {
        if (item.number <= number) return
        stream.push(toStreamEvent(item, toEndPosition(Math.max(known, number))))
        if (item.event === 'game') noteGame(item.data, 0)
      }
      receive = (items, known) => {
        if (items === null) stream.end('completed')
        else for (const item of items) pass(item, known)
      }
      noteGame(state.game, state.age)
      for (const batch of missed.splice(0)) receive(...batch)
      stream.onEnd(detach)
      return stream
    } catch (error) {
      detach()
      throw error
    }
  }
}

/** Creates a function that starts the stream of all games. */
const createAllStarter = (store: Store, all: Reader<AllItem>) => {
  return async ({
    after,
    matches,
  }: Pick<StreamOptions, 'after'> & { matches: (game: Game) => boolean }): Promise<Subscription<AllGamesEvent>> => {
    const isWanted = (item: AllItem): boolean => matches(getItemGame(item))

    /** Passes on to a stream what changes from now on, behind the change with the returned number. */
    const follow = async (stream: Subscription<AllGamesEvent>): Promise<number> => {
      const { since, detach } = await all.attach(ALL, (items) => {
        for (const item of items ?? []) if (isWanted(item)) stream.push(toAllEvent(item))
      })
      stream.onEnd(detach)
      return since
    }

    if (after === undefined) {
      const first: AllGamesEvent[] = []
      const stream = new Subscription(first)
      const since = await follow(stream)
      first.push({ id: toIdAfter(since), event: 'start', data: null })
      return stream
    }

    const position = toPosition(after)
    if (position.isStart) throw badRequest('after is the id of an event of the stream of a game.')
    refuseFuture(position, await readLatestNumber(store))

    /** Reads all changes behind the position, page by page as the reader takes them, then follows. */
    async function* resume(): AsyncGenerator<AllGamesEvent> {
      let known = position.number - 1
      let followed = Infinity
      for (;;) {
        const { items, through, hasMore } = await readAllChanges(store, known, PAGE)
        for (const item of items)
          if (isAfter(item, position) && item.number <= followed && isWanted(item)) yield toAllEvent(item)
        known = through
        if (hasMore) continue
        if (followed !== Infinity) return
        followed = await follow(stream)
      }
    }
    const stream = new Subscription<AllGamesEvent>(resume())
    return stream
  }
}

/** Creates the streams of a process on a database. Nothing is read before the first stream is opened. */
export const createStreams = (
  store: Store,
  {
    pollInterval = POLL_INTERVAL,
    correctionsPeriod = CORRECTIONS_PERIOD,
    stateLifetime = STATE_LIFETIME,
    onError = () => {},
  }: StreamSettings,
): Streams => {
  const latest = () => readLatestNumber(store)
  const settings = { interval: pollInterval, onError }
  const games = createReader(
    { latest, read: async (after, ids) => ({ ...(await readGameChanges(store, after, ids)), hasMore: false }) },
    settings,
  )
  const all = createReader(
    {
      latest,
      read: async (after) => {
        const { items, ...read } = await readAllChanges(store, after, PAGE)
        return { ...read, items: new Map([[ALL, items]]) }
      },
    },
    settings,
  )
  const openStreams = createOpenStreams(store, onError)
  const open = new Set<Subscription<GameStreamEvent> | Subscription<AllGamesEvent>>()
  const startGame = createGameStarter(store, games, { correctionsPeriod, stateLifetime })
  const startAll = createAllStarter(store, all)
  let listening: Promise<(() => Promise<void>) | undefined> | undefined
  let isClosed = false

  /** Without notifications, changes are seen at the next look. */
  const listen = (): void => {
    listening ??= store
      .listen(CHANGES_CHANNEL, () => {
        games.wake()
        all.wake()
      })
      .catch((error: unknown) => {
        onError(error)
        listening = undefined
        return undefined
      })
  }

  /** Counts a stream, opens it with `start`, and ends it with its key, its server or this process. */
  const openCounted = async <Stream extends Subscription<GameStreamEvent> | Subscription<AllGamesEvent>>(
    options: StreamOptions,
    start: () => Promise<Stream>,
  ): Promise<Stream> => {
    if (isClosed) throw new Error('The streams are closed.')
    listen()
    const lease = await openStreams.acquire(options)
    const stream = await start().catch((error: unknown) => {
      lease.release()
      throw error
    })
    open.add(stream)
    stream.onEnd(() => {
      open.delete(stream)
      lease.release()
    })
    openStreams.watchKey(options, stream)
    const stop = () => stream.end('stopped')
    options.ending?.addEventListener('abort', stop, { once: true })
    stream.onEnd(() => options.ending?.removeEventListener('abort', stop))
    if (isClosed || options.ending?.aborted === true) stop()
    return stream
  }

  return {
    openGame: (id, options) => openCounted(options, () => startGame(id, options)),
    openAll: (options) => openCounted(options, () => startAll(options)),
    open: () => open.size,
    close: async () => {
      isClosed = true
      for (const stream of open) stream.end('stopped')
      games.stop()
      all.stop()
      await openStreams.stop()
      const unlisten = await listening
      await unlisten?.()
    },
  }
}
