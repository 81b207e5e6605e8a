/** A histogram with one label, of what happens with every call. */
export type FrequentHistogram<LabelValue extends string> = {
  name: string
  /** Counts a value of what has this value of the label. */
  observe: (labelValue: LabelValue, value: number) => void
  /** What was observed so far and its description, in Prometheus' text format. Ends with a line feed. */
  text: () => string
}

/** `buckets` has how many values are at most the limit of the same index, and above the one before it. */
type Series = { sum: number; buckets: number[] }

/**
 * Creates a histogram that is cheap to observe. That of prom-client makes a text of all labels for each value and checks them,
 * which would be the largest part of what measuring a call costs.
 *
 * @param labelName the name of the label, whose values must have no control characters
 * @param limits upper limits of the buckets, ascending; what is above the last one is counted as well
 * @param known values of the label that are written from the start, with 0: a rate over what first happens later then has
 * its first value
 */
export const createFrequentHistogram = <LabelValue extends string>(
  name: string,
  help: string,
  labelName: string,
  limits: readonly number[],
  known: readonly LabelValue[] = [],
): FrequentHistogram<LabelValue> => {
  const bounds = [...limits, Infinity]
  const createSeries = (): Series => ({ sum: 0, buckets: bounds.map(() => 0) })
  const all = new Map(known.map((labelValue) => [labelValue, createSeries()]))
  const formatLines = ([labelValue, { sum, buckets }]: [LabelValue, Series]): string[] => {
    // JSON escapes quotes, backslashes and line feeds as this format does.
    const label = `${labelName}=${JSON.stringify(labelValue)}`
    let count = 0
    const lines: string[] = []
    for (const [index, bound] of bounds.entries()) {
      count += buckets[index] ?? 0
      lines.push(`${name}_bucket{${label},le="${bound === Infinity ? '+Inf' : bound}"} ${count}`)
    }
    return [...lines, `${name}_sum{${label}} ${sum}`, `${name}_count{${label}} ${count}`]
  }
  return {
    name,
    observe: (labelValue, value) => {
      let series = all.get(labelValue)
      if (series === undefined) all.set(labelValue, (series = createSeries()))
      series.sum += value
      const index = bounds.findIndex((bound) => value <= bound)
      series.buckets[index] = (series.buckets[index] ?? 0) + 1
    },
    text: () => [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...[...all].flatMap(formatLines), ''].join('\n'),
  }
}
