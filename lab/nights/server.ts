import { createCoreOn, type Core } from '../../packages/core/src/core.ts'
import type { LiveFeed, PlanChanges } from '../../packages/core/src/contract/index.ts'
import { startFollower } from '../../packages/feeds/src/follow/follower.ts'
import { cachedData, createResponseCache } from '../../packages/http/src/response-cache.ts'
import type { NightDatabase } from './database.ts'
import type { Hooks } from './hooks.ts'
import type { Machine } from './machine.ts'
import type { Process } from './process.ts'

/** The secrets key of all processes of a night. */
const SECRETS_KEY = 'ab'.repeat(32)
/** Attempts to deliver an event end long after the last fault. */
const SCHEDULE = { delays: [1, 2, 5, 5, 10, 10, 20, 20, 30, 30, 60, 60, 60, 60], jitter: 0.1, maxRetryAfterFactor: 2 }
/** Milliseconds for a receiver, and between two looks at the database without a notification. */
const RECEIVER_TIMEOUT = 3000
const POLL_INTERVAL = 8000
/** Milliseconds until a call fails. */
export const CALL_DEADLINE = 2500

/** For `keptCounts.lease`: it is taken as soon as nobody else counts. */
const EAGER = { window: 0, windowAfterHandOver: 0, busy: 0 }

/** Bytes of responses that a process caches. */
const CACHE_BYTES = 8 * 2 ** 20

/** A call without a response, because its process died. */
export class Disconnected extends Error {
  override name = 'Disconnected'
}

/** What a process needs, and how far its clock is ahead, in milliseconds. */
export type ServerOptions = {
  machine: Machine
  database: NightDatabase
  feed: LiveFeed
  plans: PlanChanges
  hooks: Hooks
  name: string
  skew: number
  /** Whether it counts calls in memory whenever it can. */
  countsInMemory: boolean
}

/** A process of the service: it serves calls, delivers events and follows the feed, until it is stopped or dies. */
export class Server {
  readonly process: Process
  readonly #machine: Machine
  #core: Core | undefined
  #stop: (() => Promise<void>) | undefined

  private constructor(machine: Machine, process: Process) {
    this.#machine = machine
    this.process = process
  }

  static start(
    { machine, database, feed, plans, hooks, name, skew, countsInMemory }: ServerOptions,
    onError: (error: unknown) => void,
  ): Server {
    const process = machine.start(name, skew, async () => {
      // One that cannot open its database tries again.
      for (;;) {
        try {
          await run()
          return
        } catch (error) {
          onError(error)
          await machine.sleep(500)
        }
      }
    })
    const server = new Server(machine, process)
    const run = async () => {
      const store = database.connectStore(process)
      if (countsInMemory) Object.assign(store.keptCounts.lease, EAGER)
      if (hooks.countingTrust !== undefined) store.keptCounts.lease.trusted = hooks.countingTrust
      const opened = await createCoreOn(store, {
        migrate: false,
        secretsKey: SECRETS_KEY,
        allowPrivateWebhooks: true,
        callDeadline: CALL_DEADLINE,
        plans: hooks.plans(plans),
        streams: { pollInterval: POLL_INTERVAL },
        onStreamError: onError,
      })
      const responseCache = cachedData(createResponseCache(opened, CACHE_BYTES))
      const core: Core = { ...opened, context: (call) => opened.context({ responseCache, ...call }) }
      const worker = await core.startWorker({
        sendEmail: async () => {},
        schedule: SCHEDULE,
        timeout: RECEIVER_TIMEOUT,
        pollInterval: POLL_INTERVAL,
        onError,
        ...hooks.worker,
      })
      const follower = await startFollower(core, hooks.feed(feed), { pollInterval: POLL_INTERVAL, onError })
      server.#core = core
      server.#stop = async () => {
        await Promise.all([worker.stop(), follower.stop()])
        await core.close()
      }
    }
    return server
  }

  /** Whether it serves calls. */
  get isReady(): boolean {
    return this.process.alive && this.#core !== undefined
  }

  /**
   * Calls it over the network, as another process.
   * @throws Disconnected if it dies meanwhile, and what the call throws
   */
  call<Result>(work: (core: Core) => Promise<Result>): Promise<Result> {
    const caller = this.#machine.process
    const { process } = this
    return new Promise((resolve, reject) => {
      const cut = () => void this.#machine.after(1, () => reject(new Disconnected('The process has died.')), caller)
      process.onKill.add(cut)
      const reply = (settle: () => void) => {
        process.onKill.delete(cut)
        this.#machine.after(1, settle, caller)
      }
      const run = () => {
        const core = this.#core
        if (core === undefined) return reply(() => reject(new Disconnected('The process does not serve calls yet.')))
        work(core).then(
          (result) => reply(() => resolve(result)),
          (error: unknown) => reply(() => reject(error)),
        )
      }
      if (process.alive) this.#machine.after(1, run, process)
      else cut()
    })
  }

  kill(): void {
    this.#machine.kill(this.process)
  }

  /** Ends it in order, as SIGTERM does. Resolves when it has ended. */
  stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const caller = this.#machine.process
    const run = async () => {
      await this.#stop?.()
      this.#machine.after(
        0,
        () => {
          this.#machine.kill(this.process)
          resolve()
        },
        caller,
      )
    }
    this.#machine.after(0, () => void run(), this.process)
    return promise
  }
}
