import { LEASE } from '../../packages/feeds/src/follow/claim-queries.ts'
import { NO_DATABASE_FAULTS, type NightDatabase } from './database.ts'
import { NO_FEED_FAULTS, type FeedHost } from './feed.ts'
import type { Fleet } from './fleet.ts'
import type { History } from './history.ts'
import type { Machine } from './machine.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import { NO_RECEIVER_FAULTS, type Receiver } from './receiver.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** For how long faults occur: mostly as long as the games take, sometimes as long as leases do and more. */
const SHORT = 25 * SECOND
const LONG = 90 * SECOND
/** How often each kind of fault occurs in a night, as a factor: a rare mistake needs some faults, and the absence of others. */
const FACTORS = [0, 0, 0.5, 1, 2]
/** Milliseconds between two of a kind, on average, in a night in which its factor is 1. */
const EVERY = { kill: 8 * SECOND, stop: 16 * SECOND, suspend: 8 * SECOND, setClock: 14 * SECOND }
/** For how long a process is suspended after its claims have ended if no other one stores something. */
const MAX_SUCCESSION = 20 * SECOND
/** How many of the nights have a clock of the database that is set. */
const CLOCK_NIGHTS = 0.2

/** What can go wrong. */
export type MishapOptions = {
  machine: Machine
  random: Random
  database: NightDatabase
  host: FeedHost
  receivers: readonly Receiver[]
  fleet: Fleet
  history: History
  /** Whether its games last longer than leases. */
  isLong: boolean
}

/** Everything that goes wrong in a night. */
export class Mishaps {
  readonly #options: MishapOptions
  /** Whether the clock of the database is set, so that it cannot say what a minute is. */
  readonly setsClock: boolean
  clockSteps = 0
  /** Whether a process is suspended until another one has stored something. */
  #waitsForSuccessor = false
  readonly #until: number

  constructor(options: MishapOptions) {
    const { machine, random, database, host, receivers, isLong } = options
    this.#options = options
    this.#until = machine.now + (isLong ? LONG : SHORT)
    const often = (share: number) => share * random.pick(FACTORS)
    this.setsClock = random.chance(CLOCK_NIGHTS)
    database.faults = { lost: often(0.01), slow: often(0.06), silent: often(0.004) }
    host.faults = { failed: often(0.04), stale: often(0.3) }
    const unreliable = { failed: often(0.2), falselyFailed: often(0.1) }
    for (const receiver of receivers) receiver.faults = unreliable
  }

  /** Runs the night until nothing goes wrong any more. */
  async run(): Promise<void> {
    const { machine, database, host, receivers, fleet } = this.#options
    this.#repeat('kill', () => fleet.kill())
    this.#repeat('stop', () => fleet.stop())
    this.#repeat('suspend', () => this.#suspend())
    if (this.setsClock) this.#repeat('setClock', () => this.#setClock())
    await machine.runUntil(() => false, this.#until - machine.now)
    fleet.restarts = false
    database.faults = NO_DATABASE_FAULTS
    host.faults = NO_FEED_FAULTS
    for (const receiver of receivers) receiver.faults = NO_RECEIVER_FAULTS
  }

  /** Lets something happen again and again, as often as this night has it. */
  #repeat(kind: keyof typeof EVERY, happen: () => void): void {
    const { machine, random, isLong } = this.#options
    const factor = random.pick(FACTORS)
    const every = isLong && kind === 'suspend' ? EVERY[kind] / 2 : EVERY[kind]
    machine.start(kind, 0, async () => {
      if (factor === 0) return
      for (;;) {
        await machine.sleep(random.between(SECOND, (2 * every) / factor))
        if (machine.now >= this.#until) return
        happen()
      }
    })
  }

  #setClock(): void {
    const { machine, random, database } = this.#options
    this.clockSteps++
    database.process.skew += random.between(-20 * SECOND, 2 * MINUTE)
    machine.note(`the clock of the database is set, it is ${database.process.skew} ms ahead`)
  }

  /**
   * Suspends a process now; or whichever sends the next request to the feed, then or while it handles the response, until its
   * claim has been taken over.
   */
  #suspend(): void {
    const { machine, random, host, database, fleet, isLong } = this.#options
    const suspend = (process: Process | undefined) => {
      if (process !== undefined && machine.now < this.#until)
        fleet.suspend(process, random.between(2 * SECOND, LEASE + 20 * SECOND))
    }
    // In a short night, a claim is not taken over before its end.
    const moments = isLong ? (['request', 'response', 'response', 'response'] as const) : (['now', 'request'] as const)
    const moment = random.pick(moments)
    if (moment === 'now') suspend(fleet.any()?.process)
    else if (moment === 'request')
      host.onRequest = (from) => {
        host.onRequest = () => {}
        if (!this.#waitsForSuccessor) suspend(from)
      }
    else {
      const chooseNext = (chosen: Process) => {
        host.replyListeners.delete(chooseNext)
        // Its next statement reads what is known of the game, before another one writes.
        database.onResponse = (to) => {
          if (to !== chosen) return
          database.onResponse = () => {}
          machine.start('suspend', 0, () => this.#suspendUntilSucceeded(chosen))
        }
      }
      host.replyListeners.add(chooseNext)
    }
  }

  /** Suspends a process until its claims have ended and another one has stored something. Only one at a time: others have to go on. */
  async #suspendUntilSucceeded(process: Process): Promise<void> {
    const { machine, fleet, history } = this.#options
    if (this.#waitsForSuccessor || machine.now >= this.#until || !fleet.suspend(process, LEASE)) return
    this.#waitsForSuccessor = true
    await machine.sleep(LEASE - SECOND / 2)
    const [before, latest] = [history.commits, machine.now + MAX_SUCCESSION]
    while (history.commits === before && machine.now < latest) {
      process.suspendUntil(machine.now + SECOND)
      await machine.sleep(SECOND / 2)
    }
    this.#waitsForSuccessor = false
  }
}
