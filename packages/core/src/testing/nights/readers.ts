import { createCaller } from '../../operations.ts'
import type { Core } from '../../core.ts'
import type { EventStream, GameStreamEvent, StreamEvent, StreamStart } from '../../contract/index.ts'
import { comparePositions, toPosition } from '../../streams/position.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'
import { CALL_DEADLINE, Disconnected, type Server } from './server.ts'

/** Milliseconds in which a call has a result, at most: its deadline, a refund and the network. */
const MAX_CALL = CALL_DEADLINE + 500

/** Calls the operations of a core with a key, as a transport does. */
const callerWith = (core: Core, key: string, onCounted: (at: number) => void) =>
  createCaller(
    core.context({
      counter: {
        count: async ({ counted }, expect) => {
          const call = await core.countCall(key, { counts: counted, expect })
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
  /** Waits before the next call, or until the next connection is cut, in milliseconds at most. */
  pause: (longest: number) => Promise<void>
}

/** Reads games again and again with a key. Nothing that it gets may be older than its call. */
export class ResponseReader {
  readonly broken: string[] = []
  /** When calls were counted that were not refunded, by the clock of the database. */
  readonly counted: number[] = []
  reads = 0

  async run({ machine, random, server, key, games, statesSince, isOver, pause }: ReadOptions): Promise<void> {
    while (!isOver()) {
      await pause(random.between(200, 4000))
      const game = random.pick(games())
      const since = machine.now
      const called = server()
      let countedAt: number | null = null
      try {
        const { data } = (await called?.call((core) => {
          const caller = callerWith(core, key, (at) => {
            countedAt = at
          })
          return caller.games.get({ id: game })
        })) ?? { data: null }
        if (data === null) continue
        this.reads++
        const states = statesSince(game, since)
        if (!states.has(String(data.venue)))
          this.broken.push(`a response is stale: ${data.venue}, stored were ${[...states].join(', ')}`)
        if (countedAt !== null) this.counted.push(countedAt)
      } catch (error) {
        if (!(error instanceof Disconnected)) machine.note(`read failed: ${String(error)}`)
      }
      const taken = machine.now - since
      const wasSuspended = (called?.process.suspendedUntil ?? since) > since
      if (taken > MAX_CALL && !wasSuspended) this.broken.push(`a call took ${Math.round(taken)} ms`)
    }
  }
}

type AnyEvent = GameStreamEvent | StreamEvent | StreamStart

/** Opens a stream behind the event with an id. */
type Open = (core: Core, after: string | undefined) => Promise<EventStream<AnyEvent>>

/** Reads a stream, goes on wherever it was cut, and notes every event that it missed or had twice. */
export class StreamReader {
  readonly name: string
  readonly broken: string[] = []
  /** The play-by-play as the events have made it: the text of each row by its seq. */
  readonly plays = new Map<number, string>()
  /** The final scores that came, as `home-away revision`. */
  readonly finals: string[] = []
  /** The name of the hall in the latest game event. */
  venue: string | null = null
  #lastId: string | undefined
  #connections = 0

  constructor(name: string) {
    this.name = name
  }

  async run(
    options: Pick<ReadOptions, 'machine' | 'random' | 'server' | 'isOver' | 'pause'>,
    open: Open,
  ): Promise<void> {
    const { machine, random, server, isOver, pause } = options
    while (!isOver()) {
      const chosen = server()
      if (chosen === undefined) {
        await machine.sleep(200)
        continue
      }
      try {
        const { promise: cut, resolve: cutNow } = Promise.withResolvers<void>()
        if (random.chance(0.7)) void pause(random.between(500, 20_000)).then(cutNow)
        await this.#read(options, chosen, open, cut)
      } catch (error) {
        if (!(error instanceof Disconnected)) machine.note(`${this.name}: ${String(error)}`)
      }
      await machine.sleep(random.chance(0.5) ? random.between(0, 20) : random.between(20, 2000))
    }
  }

  /** Reads one connection until it ends or is cut. */
  async #read(
    { machine, isOver }: Pick<ReadOptions, 'machine' | 'isOver'>,
    server: Server,
    open: Open,
    cut: Promise<void>,
  ): Promise<void> {
    const number = ++this.#connections
    const reader = machine.process
    const after = this.#lastId
    const stream = await server.call((core) => open(core, after))
    const ended = Promise.withResolvers<void>()
    // Events arrive in their order, whatever the network does.
    let arrivesAt = 0
    const arrive = (call: () => void) => {
      arrivesAt = Math.max(arrivesAt + 0.001, machine.now + 1)
      machine.after(arrivesAt - machine.now, call, reader)
    }
    const pump = async () => {
      for await (const event of stream) arrive(() => this.#receive(number, event))
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

  #receive(number: number, event: AnyEvent): void {
    if (number !== this.#connections) return
    const last = this.#lastId
    if (last !== undefined && comparePositions(toPosition(last), toPosition(event.id)) >= 0)
      this.broken.push(`${this.name}: ${event.id} came after ${last}`)
    this.#lastId = event.id
    if (event.event === 'game') this.venue = event.data.venue
    if (event.event === 'final') {
      const { home_score, away_score, revision } = event.data.data.game
      this.finals.push(`${home_score}-${away_score} ${revision}`)
    }
    if (event.event !== 'play') return
    const { op } = event.data
    const { seq } = event.data.event
    if (op === 'add' && this.plays.has(seq)) this.broken.push(`${this.name}: row ${seq} was added twice`)
    if (op === 'remove') this.plays.delete(seq)
    else this.plays.set(seq, JSON.stringify(event.data.event))
  }
}
