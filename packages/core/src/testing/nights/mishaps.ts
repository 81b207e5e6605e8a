import { NO_DATABASE_FAULTS, type NightDatabase } from './database.ts'
import { NO_FEED_FAULTS, type FeedHost } from './feed.ts'
import type { Fleet } from './fleet.ts'
import type { Machine, Process } from './machine.ts'
import type { Random } from './random.ts'
import { NO_RECEIVER_FAULTS, type Receiver } from './receiver.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** For how long faults occur: mostly as long as the games take, sometimes as long as leases do and more. */
const SHORT = 35 * SECOND
const LONG = 90 * SECOND
/** How often each kind of fault occurs in a night, as a factor: a rare mistake needs some faults, and the absence of others. */
const FACTORS = [0, 0, 0.5, 1, 2]

/** What can go wrong. */
export type MishapOptions = {
  machine: Machine
  random: Random
  database: NightDatabase
  host: FeedHost
  receivers: readonly Receiver[]
  fleet: Fleet
}

/** Everything that goes wrong in a night. */
export class Mishaps {
  readonly #options: MishapOptions
  /** Whether the clock of the database is set, so that it cannot say what a minute is. */
  readonly setsClock: boolean
  clockSteps = 0
  readonly #until: number
  /** How often something happens to processes; 0: never. */
  readonly #often: number

  constructor(options: MishapOptions) {
    const { machine, random, database, host, receivers } = options
    this.#options = options
    this.#until = machine.now + (random.chance(0.15) ? LONG : SHORT)
    const often = (share: number) => share * random.pick(FACTORS)
    this.#often = often(1)
    this.setsClock = random.chance(0.2)
    database.faults = { lost: often(0.01), slow: often(0.06), silent: often(0.004) }
    host.faults = { failed: often(0.04), stale: often(0.3) }
    const unreliable = { failed: often(0.2), lying: often(0.1) }
    for (const receiver of receivers) receiver.faults = unreliable
  }

  /** Runs the night until nothing goes wrong any more. */
  async run(): Promise<void> {
    const { machine, random, database, host, receivers, fleet } = this.#options
    machine.start('mishaps', 0, async () => {
      while (this.#often > 0) {
        await machine.sleep(random.between(SECOND, (12 * SECOND) / this.#often))
        if (machine.now >= this.#until) return
        this.#happen()
      }
    })
    await machine.runUntil(() => false, this.#until - machine.now)
    fleet.restarts = false
    host.onRequest = () => {}
    database.faults = NO_DATABASE_FAULTS
    host.faults = NO_FEED_FAULTS
    for (const receiver of receivers) receiver.faults = NO_RECEIVER_FAULTS
  }

  #happen(): void {
    const { random, fleet } = this.#options
    const { slot, server } = fleet.anySlot()
    if (server === undefined) return
    if (this.setsClock && random.chance(0.3)) this.#setClock()
    else if (random.chance(0.25)) this.#suspend(server.process)
    else if (random.chance(0.3)) fleet.stop(slot)
    else fleet.kill(slot)
  }

  #setClock(): void {
    const { machine, random, database } = this.#options
    this.clockSteps++
    database.process.skew += random.between(-20 * SECOND, 2 * MINUTE)
    machine.note(`the clock of the database is set, it is ${database.process.skew} ms ahead`)
  }

  /** Suspends a process now, or whichever sends the next request to the feed. */
  #suspend(process: Process): void {
    const { random, host, fleet } = this.#options
    const suspend = (chosen: Process) => {
      host.onRequest = () => {}
      fleet.suspend(chosen)
    }
    if (random.chance(0.5)) host.onRequest = suspend
    else suspend(process)
  }
}
