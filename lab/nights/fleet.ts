import type { LiveFeed, PlanChanges } from '../../packages/core/src/contract/index.ts'
import type { NightDatabase } from './database.ts'
import type { Hooks } from './hooks.ts'
import type { Machine } from './machine.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import { Server } from './server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** In which a process ends that is asked to. */
const MAX_STOP = 30 * SECOND

/** What the processes of a night share. */
export type FleetOptions = {
  machine: Machine
  random: Random
  database: NightDatabase
  feed: LiveFeed
  plans: PlanChanges
  hooks: Hooks
}

/** The message of an error, and of its causes. */
const toMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${toMessage(error.cause)})`
}

/** The processes of the service in a night: each slot has one, or none until it is started again. */
export class Fleet {
  readonly #options: FleetOptions
  readonly #maxSkew: number
  readonly #countsInMemory: boolean
  #servers: (Server | undefined)[] = []
  #started = 0
  /** Whether a process that has ended is started again. */
  restarts = true
  readonly counts = { kills: 0, stops: 0, suspensions: 0, errors: 0 }
  /** What its processes have done that they must not do. */
  readonly broken: string[] = []

  constructor(options: FleetOptions) {
    this.#options = options
    this.#countsInMemory = options.random.fork('counting').chance(0.7)
    this.#maxSkew = options.random.chance(0.3) ? MINUTE : 0
  }

  start(slot: number): Server {
    const { random, machine } = this.#options
    const name = `server ${++this.#started}`
    const skew = random.between(-this.#maxSkew, this.#maxSkew)
    const server = Server.start({ ...this.#options, name, skew, countsInMemory: this.#countsInMemory }, (error) => {
      this.counts.errors++
      machine.note(`error: ${toMessage(error)}`)
    })
    this.#servers[slot] = server
    machine.note(`${name} starts`)
    return server
  }

  /** A process that serves calls; undefined while there is none. */
  readonly any = (): Server | undefined => {
    const ready = this.#servers.filter((server) => server?.isReady === true)
    return ready.length === 0 ? undefined : this.#options.random.pick(ready)
  }

  /** Suspends a process for some milliseconds at least, unless it keeps all others from the database. Returns whether it is. */
  suspend(process: Process, time: number): boolean {
    const { machine, database } = this.#options
    if (database.isHeldBy(process)) return false
    this.counts.suspensions++
    process.interruptions.push(machine.now)
    process.suspendUntil(machine.now + time)
    machine.note(`${process.name} is suspended for ${Math.round(time)} ms`)
    return true
  }

  /** Kills a process, and starts another one soon. */
  kill(): void {
    const { random, machine } = this.#options
    const removed = this.#removeAny()
    if (removed === undefined) return
    const { slot, server } = removed
    this.counts.kills++
    machine.note(`${server.process.name} is killed`)
    server.kill()
    machine.after(random.between(50, 5 * SECOND), () => this.#restart(slot))
  }

  /** Asks a process to stop, and starts another one when it has. */
  stop(): void {
    const removed = this.#removeAny()
    if (removed === undefined) return
    const { slot, server } = removed
    this.counts.stops++
    this.#options.machine.note(`${server.process.name} is asked to stop`)
    void this.#stopInTime(server).then(() => this.#restart(slot))
  }

  killAll(): void {
    for (const server of this.#servers) server?.kill()
    this.#servers = []
  }

  /** Asks all processes to stop. Resolves when they have. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#servers.flatMap((server) => (server === undefined ? [] : this.#stopInTime(server))))
  }

  /** Empties a slot. A process that is suspended is left alone: what it does when it goes on is what matters. */
  #removeAny(): { slot: number; server: Server } | undefined {
    const { random, machine } = this.#options
    const slot = random.integer(0, this.#servers.length - 1)
    const server = this.#servers[slot]
    if (server === undefined || server.process.suspendedUntil > machine.now) return undefined
    this.#servers[slot] = undefined
    return { slot, server }
  }

  #restart(slot: number): void {
    if (this.restarts) this.start(slot)
  }

  /** Asks a process to stop. One that takes too long is broken, and killed. */
  #stopInTime(server: Server): Promise<void> {
    const { machine } = this.#options
    return new Promise((resolve) => {
      let hasEnded = false
      const end = (isLate: boolean) => {
        if (hasEnded) return
        hasEnded = true
        if (isLate) this.broken.push(`${server.process.name} has not stopped within ${MAX_STOP / SECOND} s`)
        server.kill()
        resolve()
      }
      const asked = machine.now
      // The time in which it is suspended does not count.
      const checkSuspended = () => {
        const left = Math.max(asked, server.process.suspendedUntil) + MAX_STOP - machine.now
        if (left > 0) machine.after(left, checkSuspended)
        else end(true)
      }
      checkSuspended()
      void server.stop().then(() => end(false))
    })
  }
}
