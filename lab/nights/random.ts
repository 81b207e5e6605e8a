import { createHash } from 'node:crypto'

/** Numbers that look random and follow from a seed alone (the generator sfc32). */
export class Random {
  readonly #seed: string
  readonly #state: Uint32Array

  constructor(seed: string) {
    this.#seed = seed
    this.#state = new Uint32Array(Uint8Array.from(createHash('sha256').update(seed).digest().subarray(0, 16)).buffer)
  }

  /** Numbers of another seed, which follows from this one and a name: what draws from them changes nothing here. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`)
  }

  #next(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.#state
    const sum = (a + b + counter) | 0
    this.#state[0] = b ^ (b >>> 9)
    this.#state[1] = (c + (c << 3)) | 0
    this.#state[2] = ((c << 21) | (c >>> 11)) + sum
    this.#state[3] = counter + 1
    return sum >>> 0
  }

  /** From 0 to 1, without 1. */
  float(): number {
    return this.#next() / 2 ** 32
  }

  between(min: number, max: number): number {
    return min + (max - min) * this.float()
  }

  /** A whole number, `max` included. */
  integer(min: number, max: number): number {
    return Math.floor(this.between(min, max + 1))
  }

  chance(probability: number): boolean {
    return this.float() < probability
  }

  /** @throws RangeError if there is nothing to pick from */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('there is nothing to pick from')
    return item
  }

  fill(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) bytes[at] = this.#next() & 255
  }
}
