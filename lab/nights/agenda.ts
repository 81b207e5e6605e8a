import type { Process } from './process.ts'

/** A call at a moment; null if it was cancelled. Of several at the same moment, a random one is first. */
export type Due = { at: number; turn: number; number: number; process: Process; call: (() => void) | null }

const isBefore = (a: Due, b: Due): boolean =>
  a.at !== b.at ? a.at < b.at : a.turn !== b.turn ? a.turn < b.turn : a.number < b.number

/** What is due, earliest first: a binary heap. */
export class Agenda {
  readonly #dues: Due[] = []

  get first(): Due | undefined {
    return this.#dues[0]
  }

  add(due: Due): void {
    let at = this.#dues.push(due) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.#dues[parent]
      if (above === undefined || isBefore(above, due)) break
      this.#dues[at] = above
      at = parent
    }
    this.#dues[at] = due
  }

  take(): Due | undefined {
    const [first] = this.#dues
    const last = this.#dues.pop()
    if (last === undefined || last === first) return first
    let at = 0
    for (;;) {
      const [left, right] = [this.#dues[2 * at + 1], this.#dues[2 * at + 2]]
      const isRight = right !== undefined && left !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || isBefore(last, child)) break
      this.#dues[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#dues[at] = last
    return first
  }
}
