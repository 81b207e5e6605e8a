/** Scales the sum of four uniform draws (variance 1/3) to variance 1. */
const NORMAL_SCALE = Math.sqrt(3)

/** Hashes a text to 32 bits: FNV-1a from an offset, then a final mix. */
const hash = (text: string, offset: number): number => {
  let word = offset
  for (let i = 0; i < text.length; i++) word = Math.imul(word ^ text.charCodeAt(i), 0x01000193)
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  return word ^ (word >>> 13)
}

/**
 * Pseudo-random numbers (sfc32) that are the same on every machine for the same seed: it uses only 32-bit integers and
 * correctly rounded arithmetic, never a transcendental function, whose last bits differ between machines.
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: string) {
    this.a = hash(seed, 0x811c9dc5)
    this.b = hash(seed, 0x9e3779b9)
    this.c = hash(seed, 0x243f6a88)
    for (let i = 0; i < 12; i++) this.next()
  }

  /** A number in [0, 1). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  /** An integer in [0, end). */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** True with a probability between 0 and 1. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Approximately normal with mean 0 and variance 1, at most ±3.47: the sum of four uniform draws. */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * NORMAL_SCALE
  }

  /**
   * One of the items, all equally likely.
   * @throws RangeError if there are no items.
   */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /**
   * One of the items, with a probability proportional to its weight.
   * @throws RangeError if no weight is above zero.
   */
  weighted<Item>(items: readonly Item[], weight: (item: Item) => number): Item {
    let total = 0
    for (const item of items) total += weight(item)
    let rest = this.next() * total
    for (const item of items) {
      rest -= weight(item)
      if (rest < 0) return item
    }
    throw new RangeError('nothing to pick from')
  }

  /** The items in random order; does not change the array. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items]
    const shuffled: Item[] = []
    while (rest.length > 0) shuffled.push(...rest.splice(this.below(rest.length), 1))
    return shuffled
  }
}
