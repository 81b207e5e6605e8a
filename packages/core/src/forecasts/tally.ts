const BINS = 10

/** Adds up how good probabilities were of what then happened or did not. */
export class Tally {
  readonly bins = Array.from({ length: BINS }, () => ({ count: 0, forecast: 0, happened: 0 }))
  #brier = 0
  #logLoss = 0

  add(probability: number, happened: boolean): void {
    const bin = this.bins[Math.min(BINS - 1, Math.floor(probability * BINS))]
    if (bin === undefined) throw new RangeError(`${probability} is no probability.`)
    bin.count += 1
    bin.forecast += probability
    bin.happened += happened ? 1 : 0
    this.#brier += ((happened ? 1 : 0) - probability) ** 2
    this.#logLoss -= Math.log(happened ? probability : 1 - probability)
  }

  /** Adds what another has counted. */
  merge(other: Tally): void {
    for (const [index, bin] of this.bins.entries()) {
      bin.count += other.bins[index]?.count ?? 0
      bin.forecast += other.bins[index]?.forecast ?? 0
      bin.happened += other.bins[index]?.happened ?? 0
    }
    this.#brier += other.#brier
    this.#logLoss += other.#logLoss
  }

  #total(part: 'count' | 'happened'): number {
    return this.bins.reduce((total, bin) => total + bin[part], 0)
  }

  get count(): number {
    return this.#total('count')
  }

  /** The share of what happened; like all shares here NaN if nothing was added. */
  get rate(): number {
    return this.#total('happened') / this.count
  }

  get brier(): number {
    return this.#brier / this.count
  }

  get logLoss(): number {
    return this.#logLoss / this.count
  }

  /** The mean difference between the probabilities of a tenth and how often it happened, weighted by their number. */
  get calibrationError(): number {
    return this.bins.reduce((sum, { forecast, happened }) => sum + Math.abs(forecast - happened), 0) / this.count
  }
}
