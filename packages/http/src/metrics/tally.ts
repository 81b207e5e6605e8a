import type { Measurements } from '@basketball-data/core'

type Call = Measurements['call']

/** Calls of an endpoint with the same status and plan. */
export type CallCount = Pick<Call, 'status' | 'plan'> & {
  method: string
  endpoint: string
  calls: number
  /** Those that counted against the limits of the plan. */
  counted: number
}

/**
 * Counts calls until the counts are taken. A counter of prom-client makes a text of all labels for each call, which would take
 * a large part of what measuring a call costs.
 */
export const createTally = () => {
  const byPath = new Map<string, CallCount[]>()
  return {
    /** Counts a call, and returns its endpoint, such as `GET /games`. */
    add: ({ method, path, status, plan, counted }: Call): string => {
      let counts = byPath.get(path)
      if (counts === undefined) byPath.set(path, (counts = []))
      let count = counts.find((one) => one.status === status && one.plan === plan && one.method === method)
      if (count === undefined) {
        count = { status, plan, method, endpoint: `${method} ${path}`, calls: 0, counted: 0 }
        counts.push(count)
      }
      count.calls += 1
      if (counted) count.counted += 1
      return count.endpoint
    },
    /** The counts since they were last taken. */
    take: (): CallCount[] => {
      const taken = [...byPath.values()].flat()
      byPath.clear()
      return taken
    },
  }
}

/** Calls that were counted, by endpoint, status and plan. */
export type Tally = ReturnType<typeof createTally>
