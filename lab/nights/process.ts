import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<Process>()

/** A process of the service, or something outside of it, such as a receiver. */
export class Process {
  readonly name: string
  /** Milliseconds by which its clock is ahead. */
  skew: number
  /** Whether its timers fire. Those of Postgres do not: it would remember them in the next night. */
  readonly hasTimers: boolean
  /** A dead process runs no more: its timers do not fire, and nothing that it waits for arrives. */
  alive = true
  #suspendedUntil = -Infinity
  /** When it was suspended or killed, or the database renewed its lease too late, by the clock of the machine. */
  readonly interruptions: number[] = []
  /** When it took its first lease to count calls in memory. */
  countsInMemorySince = Infinity
  /** When it has sent the counts of calls that it kept in memory, if the database has written them. */
  readonly countsWritten: number[] = []
  /** Called when it is killed. */
  readonly onKill = new Set<() => void>()
  /** Runs something as this process. Its context is made once: a night enters it thousands of times. */
  readonly run: <Result>(call: () => Result) => Result

  constructor(name: string, { skew = 0, hasTimers = true }: { skew?: number; hasTimers?: boolean } = {}) {
    this.name = name
    this.skew = skew
    this.hasTimers = hasTimers
    this.run = running.run(this, () => AsyncLocalStorage.snapshot())
  }

  /** Until when it is suspended, by the clock of the machine: whatever is due before waits. */
  get suspendedUntil(): number {
    return this.#suspendedUntil
  }

  /** Suspends it until a moment, or longer if it is already: what waits for the end of a suspension cannot go on earlier. */
  suspendUntil(moment: number): void {
    this.#suspendedUntil = Math.max(this.#suspendedUntil, moment)
  }

  /** The process that is running; undefined outside of all of them. */
  static get running(): Process | undefined {
    return running.getStore()
  }
}
