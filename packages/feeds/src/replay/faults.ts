import { Random } from '../simulator/random.ts'

/** What a host does wrong on purpose. */
export type FaultOptions = {
  /** The share of requests with a useless response, from 0 to 1: 5xx, 429, JSON that is cut off, or HTML. */
  faults: number
  /** The share of responses that are older than ones before them. */
  stale: number
  /** The same seed makes the same faults. */
  seed: string
}

/** What is wrong with the response to a request. */
export type Fault =
  | { kind: 'none' }
  /** The response as it was milliseconds before. */
  | { kind: 'stale'; age: number }
  | { kind: 'status'; status: 429 | 500 | 502 | 503; retryAfter: number | null }
  | { kind: 'truncated' }
  | { kind: 'html' }

/** Milliseconds; copies of a response on the host's servers are at most this old. */
const MAX_AGE = 60_000

/** The fault of a request, by the seed and the number of the request alone. */
export const faultOf = (request: number, { faults, stale, seed }: FaultOptions): Fault => {
  const random = new Random(`${seed}/request ${request}`)
  if (random.chance(faults))
    return random.pick<Fault>([
      { kind: 'status', status: 429, retryAfter: 5 },
      { kind: 'status', status: 500, retryAfter: null },
      { kind: 'status', status: 502, retryAfter: null },
      { kind: 'status', status: 503, retryAfter: 2 },
      { kind: 'truncated' },
      { kind: 'html' },
    ])
  return random.chance(stale) ? { kind: 'stale', age: Math.ceil(random.next() * MAX_AGE) } : { kind: 'none' }
}
