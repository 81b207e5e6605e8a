import type { Driver } from '../../store/store.ts'
import type { Machine } from './machine.ts'

/** The states that were stored of each game, by the names of their halls, and when each was replaced. */
export class History {
  readonly #states = new Map<string, { venue: string; until: number }[]>()
  readonly #machine: Machine
  commits = 0

  constructor(machine: Machine) {
    this.#machine = machine
  }

  /** Notes what a transaction that has written games has stored. */
  readonly note = async (driver: Driver): Promise<void> => {
    this.commits++
    for (const [id, venue] of await driver.values('select id, venue from games order by id', [])) {
      const states = this.#states.get(String(id)) ?? []
      const last = states.at(-1)
      if (last?.venue === venue) continue
      if (last !== undefined) last.until = this.#machine.now
      states.push({ venue: String(venue), until: Infinity })
      this.#states.set(String(id), states)
    }
  }

  /** The states of a game that were stored at any time since a moment, in Unix milliseconds. */
  since(game: string, moment: number): ReadonlySet<string> {
    const states = this.#states.get(game) ?? []
    return new Set(states.filter(({ until }) => until >= moment).map(({ venue }) => venue))
  }
}
