/** A histogram with one label, of what happens with every call. */
export type FrequentHistogram = {
  name: string
  /** Counts a value under a value of the label. */
  observe: (label: string, value: number) => void
  /** What was observed so far and its description, in Prometheus' text format. Ends with a line feed. */
  text: () => string
}

type Series = {
  sum: number
  count: number
  /** How many values are at most the limit of the same index, and above the one before it. */
  buckets: number[]
}

/**
 * Creates a histogram that is cheap to observe. That of prom-client makes a text of all labels for each value and checks them,
 * which would be the largest part of what measuring a call costs.
 *
 * @param limits upper limits of the buckets, ascending
 */
export const createFrequentHistogram = (
  name: string,
  help: string,
  label: string,
  limits: readonly number[],
): FrequentHistogram => {
  const all = new Map<string, Series>()
  const linesOf = ([value, { sum, count, buckets }]: [string, Series]): string[] => {
    // JSON escapes quotes, backslashes and line feeds as this format does.
    const labels = `${label}=${JSON.stringify(value)}`
    let below = 0
    return [
      ...buckets.map((number, at) => `${name}_bucket{${labels},le="${limits[at]}"} ${(below += number)}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]
  }
  return {
    name,
    observe: (of, value) => {
      let series = all.get(of)
      if (series === undefined) all.set(of, (series = { sum: 0, count: 0, buckets: limits.map(() => 0) }))
      series.sum += value
      series.count += 1
      const bucket = limits.findIndex((limit) => value <= limit)
      const { buckets } = series
      if (bucket !== -1) buckets[bucket] = (buckets[bucket] ?? 0) + 1
    },
    text: () => [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...[...all].flatMap(linesOf), ''].join('\n'),
  }
}
