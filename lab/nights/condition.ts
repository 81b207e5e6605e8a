import type { Machine } from './machine.ts'
import type { Random } from './random.ts'

/** A condition variable: something that happens again and again, for which processes of a machine wait. */
export class Condition {
  readonly #machine: Machine
  readonly #random: Random
  readonly #waiting = new Set<() => void>()

  constructor(machine: Machine, random: Random) {
    this.#machine = machine
    this.#random = random
  }

  /** It happens: all who wait go on. */
  notifyAll(): void {
    for (const call of this.#waiting) call()
    this.#waiting.clear()
  }

  /** Waits until it happens, and then up to `maxDelay` milliseconds; or for `timeout` milliseconds. */
  wait(timeout: number, maxDelay: number): Promise<void> {
    const { process } = this.#machine
    return new Promise((resolve) => {
      this.#waiting.add(() => void this.#machine.after(this.#random.between(0, maxDelay), resolve, process))
      this.#machine.after(timeout, resolve)
    })
  }
}
