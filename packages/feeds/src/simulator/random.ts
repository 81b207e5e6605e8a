/** Scales the sum of four uniforms, of variance 1/3, to variance 1. */
const UNIT = Math.sqrt(3)

/** One 32-bit word from a text, FNV-1a from the given offset with a final mix. */
const hash = (text: string, offset: number): number => {
  let word = offset
  for (let i = 0; i < text.length; i++) word = Math.imul(word ^ text.charCodeAt(i), 0x01000193)
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  return word ^ (word >>> 13)
}

/**
 * A stream of pseudo-random numbers (sfc32), the same on every machine for the same seed: it uses 32-bit integers and
 * correctly rounded arithmetic alone, never a transcendental function.
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

  /** A fraction of at least 0 and less than 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  /** A whole number of at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Bell-shaped with mean 0 and variance 1, never beyond 3.47: the sum of four uniforms. */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * UNIT
  }

  /** @throws RangeError when there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /**
   * One item, each as likely as its weight says.
   * @throws RangeError when no item has a weight above zero.
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

  /** The items in another order; the array given stays as it is. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items]
    const shuffled: Item[] = []
    while (rest.length > 0) shuffled.push(...rest.splice(this.below(rest.length), 1))
    return shuffled
  }
}
