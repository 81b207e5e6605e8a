const SECOND = 1000
const MINUTE = 60 * SECOND

/** Seconds that a second on the clock of a game takes, with time-outs and free throws. */
const PACE = 2.2
/** Minutes before the second, third and fourth period, and each overtime. */
const BREAKS = [0, 2, 15, 2, 2]
/** Milliseconds by which a recorded time may differ from the others of its game; beyond it is a mistake. */
const MAX_DIFFERENCE = 45 * MINUTE

/** When a row happened by the clock of the game, and the time that the feed recorded; null if it has none. */
export type ClockedRow = {
  /** From 1; overtimes follow the last regular period. */
  period: number
  /** Seconds left in the period; null if the row has no clock. */
  left: number | null
  /** Milliseconds after the tip-off. */
  recorded: number | null
}

/** The lengths of periods in seconds. */
export type PeriodLength = (period: number) => number

/** Milliseconds after the tip-off at which a period begins, by the usual pace of a game. */
const getPeriodStart = (period: number, getPeriodLength: PeriodLength): number => {
  let start = 0
  for (let each = 2; each <= period; each++)
    start += (BREAKS[Math.min(each, 5) - 1] ?? 0) * MINUTE + getPeriodLength(each - 1) * PACE * SECOND
  return start
}

/** When each row happened by the clock of the game alone; a row without a clock happens with the one before it. */
const byClock = (rows: readonly ClockedRow[], getPeriodLength: PeriodLength): number[] => {
  let [period, latest] = [0, 0]
  return rows.map((row) => {
    const start = getPeriodStart(row.period, getPeriodLength)
    if (row.period !== period) latest = start
    period = row.period
    if (row.left !== null) latest = Math.max(latest, start + (getPeriodLength(row.period) - row.left) * PACE * SECOND)
    return latest
  })
}

const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.trunc(values.length / 2)] ?? 0

/** The positions of a longest part of the values that never falls. */
const longestRising = (values: readonly number[]): Set<number> => {
  const lengths: number[] = []
  const before: number[] = []
  values.forEach((value, at) => {
    lengths[at] = 1
    before[at] = -1
    for (let other = 0; other < at; other++) {
      const length = (lengths[other] ?? 0) + 1
      if ((values[other] ?? Infinity) <= value && length > (lengths[at] ?? 0)) {
        lengths[at] = length
        before[at] = other
      }
    }
  })
  const rising = new Set<number>()
  let at = lengths.indexOf(Math.max(...lengths))
  for (; at >= 0; at = before[at] ?? -1) rising.add(at)
  return rising
}

/**
 * When each row was served, in milliseconds after the tip-off.
 *
 * A row with a recorded time was served then: also one that was entered later than the rows behind it. Others were served
 * between their neighbours, as the clock of the game says; if no row has a time, by the clock alone, with the usual stoppages and
 * breaks. Times that are far from all others are mistakes.
 */
export const toTimes = (rows: readonly ClockedRow[], getPeriodLength: PeriodLength): number[] => {
  const estimates = byClock(rows, getPeriodLength)
  const all = rows.flatMap(({ recorded }, at) =>
    recorded === null ? [] : [{ at, recorded, estimate: estimates[at] ?? 0, late: recorded - (estimates[at] ?? 0) }],
  )
  const usual = computeMedian(all.map(({ late }) => late))
  const usable = all.filter(({ late }) => Math.abs(late - usual) <= MAX_DIFFERENCE)
  const rising = longestRising(usable.map(({ recorded }) => recorded))
  const known = usable.filter((_, index) => rising.has(index))
  const enteredLate = new Map(usable.filter((_, index) => !rising.has(index)).map(({ at, recorded }) => [at, recorded]))

  let next = 0
  let latest = 0
  return estimates.map((estimate, at) => {
    while (next < known.length && (known[next]?.at ?? Infinity) < at) next++
    const [before, after] = [known[next - 1] ?? known[next], known[next] ?? known[next - 1]]
    let late = before?.late ?? 0
    if (before !== undefined && after !== undefined && after.estimate > before.estimate) {
      const share = (estimate - before.estimate) / (after.estimate - before.estimate)
      late += (after.late - before.late) * Math.min(1, Math.max(0, share))
    }
    latest = Math.max(latest, Math.round(after?.at === at ? after.recorded : estimate + late))
    return Math.max(latest, enteredLate.get(at) ?? 0)
  })
}
