import { createCaller } from '../../packages/core/src/operations.ts'
import type { Core } from '../../packages/core/src/core.ts'
import type {
  EventStream,
  Game,
  GameStreamEvent,
  StreamEvent,
  StreamStart,
} from '../../packages/core/src/contract/index.ts'
import { comparePositions, toPosition } from '../../packages/core/src/streams/position.ts'
import { sampleId } from '../../packages/core/src/testing/sample-games.ts'
import type { Machine } from './machine.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import { CALL_DEADLINE, Disconnected, type Server } from './server.ts'

/** Milliseconds in which a call has a result, at most: its deadline, a refund and the network. */
export const MAX_CALL = CALL_DEADLINE + 500

/** Calls the operations of a core with a key, as a transport does. */
const callerWith = (core: Core, key: string, onCounted: (at: number) => void) =>
  createCaller(
    core.context({
      counter: {
        count: async ({ counted }, onLikelyPlan) => {
          const call = await core.countCall(key, { counts: counted, onLikelyPlan })
          if (call.counted !== null) onCounted(call.at)
          return call
        },
        refund: async (call) => {
          await core.refundCall(call).catch(() => {})
        },
      },
    }),
  )

/** What a reader of single responses needs. */
export type ReadOptions = {
  machine: Machine
  random: Random
  /** A process that serves calls; undefined while there is none. */
  server: () => Server | undefined
  key: string
  /** The games that can be read so far. */
  games: () => readonly string[]
  /** The states of a game, as its halls are named, that were stored at any moment since one. */
  statesSince: (game: string, since: number) => ReadonlySet<string>
  isOver: () => boolean
  /** Waits before the next calls, or until the next connection is cut, in milliseconds at most. */
  pause: (longest: number) => Promise<void>
  /** Whether it makes the same call again when its game changes. */
  isEager: boolean
  /** Waits until games have been written, in milliseconds at most. */
  untilCommit: (longest: number) => Promise<void>
}

type Caller = ReturnType<typeof callerWith>

/** A request and the games in its response: how it is made, as often as one likes. */
type Query = (caller: Caller) => Promise<readonly Game[]>

/**
 * One game, which is mostly in the cache; a page of games whose size hardly anybody else has asked for; or the standings, which
 * are computed and stored if a game has changed, and then have to be marked again by the next one.
 */
const randomQuery = ({ random, games, isEager }: ReadOptions): Query => {
  if (!isEager && random.chance(0.3)) {
    const competition = sampleId('competition', 'L')
    return async (caller) => {
      await caller.standings.get({ competition })
      return []
    }
  }
  if (random.chance(0.5)) {
    const id = random.pick(games())
    return async (caller) => [(await caller.games.get({ id })).data]
  }
  const per_page = random.integer(5, 100)
  return async (caller) => (await caller.games.list({ per_page })).data
}

/** Reads games again and again with a key. Nothing that it gets may be older than its call. */
export class ResponseReader {
  readonly broken: string[] = []
  /** Calls that were counted and not refunded: when, by the clocks of the database and of the machine, and by which process. */
  readonly counted: { at: number; end: number; process: Process }[] = []
  reads = 0

  async run(options: ReadOptions): Promise<void> {
    const { machine, random, server, isOver, pause, isEager, untilCommit } = options
    while (!isOver()) {
      await pause(random.between(200, 8000))
      const called = server()
      if (called === undefined) continue
      const query = randomQuery(options)
      const calls = [this.#read(options, called, query)]
      if (isEager) {
        // One of the same process as soon as a game has changed, and one that would get what these have left in the cache.
        await untilCommit(random.between(0, 100))
        calls.push(this.#read(options, called, query))
        await machine.sleep(random.between(0, 500))
        calls.push(this.#read(options, called, query))
      }
      await Promise.all(calls)
    }
  }

  async #read({ machine, key, statesSince }: ReadOptions, server: Server, query: Query): Promise<void> {
    const since = machine.now
    let countedAt: number | null = null
    try {
      const games = await server.call((core) =>
        query(
          callerWith(core, key, (at) => {
            countedAt = at
          }),
        ),
      )
      this.reads++
      for (const { id, venue } of games) {
        const states = statesSince(id, since)
        if (!states.has(String(venue)))
          this.broken.push(`a response is stale: ${venue}, stored were ${[...states].join(', ')}`)
      }
      if (countedAt !== null) this.counted.push({ at: countedAt, end: machine.now, process: server.process })
    } catch (error) {
      if (!(error instanceof Disconnected)) machine.note(`read failed: ${String(error)}`)
    }
    const taken = machine.now - since
    const wasSuspended = server.process.suspendedUntil > since
    if (taken > MAX_CALL && !wasSuspended) this.broken.push(`a call took ${Math.round(taken)} ms`)
  }
}

type AnyEvent = GameStreamEvent | StreamEvent | StreamStart

/** Opens a stream behind the event with an id. */
type Open = (core: Core, after: string | undefined) => Promise<EventStream<AnyEvent>>

/** What a reader of a stream needs. */
type StreamReadOptions = Pick<ReadOptions, 'machine' | 'random' | 'server' | 'isOver' | 'pause'> & {
  /** Whether it has forgotten what it has read when it connects. */
  forgets: () => boolean
  /** The id behind which it resumes, of all that it has received. */
  resumeAfter: (ids: readonly string[]) => string | undefined
  /** The fewest rows that its game had at any time since a moment. */
  fewestRowsSince: (moment: number) => number
}

/** Reads a stream, goes on wherever it was cut, and notes every event that it missed or had twice. */
export class StreamReader {
  readonly name: string
  readonly broken: string[] = []
  /** The play-by-play as the events have made it: the text of each row by its seq. */
  readonly plays = new Map<number, string>()
  /** When each row came, in Unix milliseconds. */
  readonly #receivedAt = new Map<number, number>()
  /** The ids of the events that came, of ends of periods and final scores. */
  readonly webhookEvents: string[] = []
  /** The number of the change as of which it began; null if nothing has come yet. */
  begunAt: number | null = null
  /** The name of the hall in the latest game event. */
  venue: string | null = null
  /** The ids of all events that came. */
  #ids: string[] = []
  #connections = 0

  constructor(name: string) {
    this.name = name
  }

  async run(options: StreamReadOptions, open: Open): Promise<void> {
    const { machine, random, server, isOver, pause, forgets } = options
    while (!isOver()) {
      const chosen = server()
      if (chosen === undefined) {
        await machine.sleep(1000)
        continue
      }
      try {
        const { promise: cut, resolve: cutNow } = Promise.withResolvers<void>()
        if (random.chance(0.7)) void pause(random.between(500, 20_000)).then(cutNow)
        if (forgets()) this.#forget()
        await this.#read(options, chosen, open, cut)
      } catch (error) {
        if (!(error instanceof Disconnected)) machine.note(`${this.name}: ${String(error)}`)
      }
      await machine.sleep(random.chance(0.5) ? random.between(0, 20) : random.between(20, 2000))
    }
  }

  /** Begins anew, as somebody else would. */
  #forget(): void {
    this.#ids = []
    this.venue = null
    this.begunAt = null
    this.webhookEvents.length = 0
    this.plays.clear()
    this.#receivedAt.clear()
  }

  /** Reads one connection until it ends or is cut. */
  async #read(options: StreamReadOptions, server: Server, open: Open, cut: Promise<void>): Promise<void> {
    const { machine, random, isOver, resumeAfter } = options
    const number = ++this.#connections
    const reader = machine.process
    const after = resumeAfter(this.#ids)
    const stream = await server.call((core) => open(core, after))
    const ended = Promise.withResolvers<void>()
    // Events arrive in their order, whatever the network does; on a slow one, it may be cut between any two of them.
    const gap = random.pick([0.001, 5])
    let arrivesAt = 0
    const arrive = (call: () => void) => {
      arrivesAt = Math.max(arrivesAt + gap, machine.now + 1)
      machine.after(arrivesAt - machine.now, call, reader)
    }
    const pump = async () => {
      for await (const event of stream) arrive(() => this.#receive(number, event, options))
    }
    const pumpToEnd = () =>
      void pump()
        .catch((error: unknown) => machine.note(`${this.name} was ended: ${String(error)}`))
        .finally(() => arrive(ended.resolve))
    const died = () => void machine.after(1, ended.resolve, reader)
    server.process.onKill.add(died)
    machine.after(0, pumpToEnd, server.process)
    void cut.then(ended.resolve)
    const watch = () => {
      if (isOver() || !server.process.alive) ended.resolve()
      else machine.after(500, watch, reader)
    }
    watch()
    await ended.promise
    this.#connections++ // what still arrives of this connection is lost
    server.process.onKill.delete(died)
    machine.after(1, () => stream.close(), server.process)
  }

  #receive(number: number, event: AnyEvent, { machine, fewestRowsSince }: StreamReadOptions): void {
    if (number !== this.#connections) return
    const last = this.#ids.at(-1)
    if (last !== undefined && comparePositions(toPosition(last), toPosition(event.id)) >= 0)
      this.broken.push(`${this.name}: ${event.id} came after ${last}`)
    this.#ids.push(event.id)
    this.begunAt ??= toPosition(event.id).number
    if (event.event === 'game') this.venue = event.data.venue
    if (event.event === 'final' || event.event === 'period') this.webhookEvents.push(event.data.id)
    if (event.event !== 'play') return
    const { op } = event.data
    const { seq } = event.data.event
    // A row that had vanished for a while, perhaps while it was on its way, is added again.
    if (op === 'add' && this.plays.has(seq) && fewestRowsSince((this.#receivedAt.get(seq) ?? 0) - MAX_CALL) >= seq)
      this.broken.push(`${this.name}: row ${seq} was added twice`)
    this.#receivedAt.set(seq, machine.now)
    if (op === 'remove') this.plays.delete(seq)
    else this.plays.set(seq, JSON.stringify(event.data.event))
  }
}
