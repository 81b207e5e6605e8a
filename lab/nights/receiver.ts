import { verify } from '@basketball-data/webhooks'
import type { Hooks } from './hooks.ts'
import type { Machine } from './machine.ts'
import type { Host, Reply } from './network.ts'
import type { Random } from './random.ts'

/** How often a receiver fails. */
export type ReceiverFaults = {
  /** The probability that a delivery is not received: refused, slower than its deadline, or cut. */
  failed: number
  /** The probability that one that was received is said to have failed. */
  falselyFailed: number
}

export const NO_RECEIVER_FAULTS: ReceiverFaults = { failed: 0, falselyFailed: 0 }

const FAILURES: readonly Reply[] = [{ status: 500, body: 'no' }, { status: 503, body: '' }, 'reset', 'silence']

/** A receiver of webhooks, which verifies what it receives with its own clock. */
export class Receiver implements Host {
  readonly address: string
  readonly #machine: Machine
  readonly #random: Random
  readonly #hooks: Hooks
  /** The bodies that it has received, by id of the event. */
  readonly received = new Map<string, string>()
  /** What a receiver must never see. */
  readonly broken: string[] = []
  secret = ''
  faults = NO_RECEIVER_FAULTS

  constructor(address: string, machine: Machine, random: Random, hooks: Hooks) {
    this.address = address
    this.#machine = machine
    this.#random = random
    this.#hooks = hooks
  }

  delays(): [number, number] {
    const isSlow = this.#random.chance(this.faults.failed / 2)
    return [this.#random.between(5, 100), isSlow ? this.#random.between(1000, 15_000) : this.#random.between(5, 200)]
  }

  respond({ headers, body }: Parameters<Host['respond']>[0]): Reply {
    if (this.#random.chance(this.faults.failed)) return this.#hooks.confirm(this.#random.pick(FAILURES))
    void this.#receive(headers, body)
    if (this.#random.chance(this.faults.falselyFailed)) return this.#random.pick(FAILURES)
    return { status: 204, body: '' }
  }

  async #receive(headers: Headers, body: string): Promise<void> {
    try {
      const { id } = await verify({ body, headers, secret: this.secret, now: new Date(this.#machine.now) })
      const before = this.received.get(id)
      if (before !== undefined && before !== body) this.broken.push(`the event ${id} came with two bodies`)
      this.received.set(id, body)
    } catch (error) {
      this.broken.push(`a delivery does not verify: ${String(error)}`)
    }
  }
}
