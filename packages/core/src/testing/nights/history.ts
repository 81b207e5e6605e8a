import type { Driver } from '../../store/store.ts'
import { Condition } from './condition.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'

/** What was stored of a game until a moment: the name of its hall, and how many rows its play-by-play had. */
type Stored = { venue: string; rows: number; until: number }

/** The states that were stored of each game, and when each was replaced. */
export class History {
  readonly #states = new Map<string, Stored[]>()
  readonly #machine: Machine
  /** A transaction has written games. */
  readonly committed: Condition
  commits = 0

  constructor(machine: Machine, random: Random) {
    this.#machine = machine
    this.committed = new Condition(machine, random)
  }

  /** Notes what a transaction that has written games has stored. */
  readonly note = async (driver: Driver): Promise<void> => {
    this.commits++
    const text = `select g.id, g.venue, coalesce(jsonb_array_length(p.events), 0)
      from games g left join play_by_plays p on p.game_id = g.id order by g.id`
    for (const [id, venue, rows] of await driver.values(text, [])) {
      const states = this.#states.get(String(id)) ?? []
      const last = states.at(-1)
      if (last?.venue === venue && last?.rows === rows) continue
      if (last !== undefined) last.until = this.#machine.now
      states.push({ venue: String(venue), rows: Number(rows), until: Infinity })
      this.#states.set(String(id), states)
    }
    this.committed.notifyAll()
  }

  /** The halls of the states of a game that were stored at any time since a moment, in Unix milliseconds. */
  since(game: string, moment: number): ReadonlySet<string> {
    return new Set(this.#storedSince(game, moment).map(({ venue }) => venue))
  }

  /** The fewest rows that the play-by-play of a game had at any time since a moment. */
  fewestRowsSince(game: string, moment: number): number {
    return Math.min(...this.#storedSince(game, moment).map(({ rows }) => rows))
  }

  #storedSince(game: string, moment: number): Stored[] {
    return (this.#states.get(game) ?? []).filter(({ until }) => until >= moment)
  }
}
