import { countRequests, type HostResponse, type Respond } from '../../packages/feeds/src/replay/host.ts'
import { Random } from '../../packages/feeds/src/simulator/random.ts'

/** What a host does wrong on purpose. */
export type FaultOptions = {
  /** The share of requests with a useless response, from 0 to 1: 5xx, 429, JSON that is cut off, or HTML. */
  faults: number
  /** The share of responses that are older than ones before them. */
  stale: number
  /** The same seed makes the same faults. */
  seed: string
  /** Requests that it tolerates in any 60 seconds; null for any number. */
  perMinute: number | null
}

/** Milliseconds: copies of a response on the host's servers are at most this old. */
const MAX_AGE = 60_000
/** Milliseconds for which the host refuses all requests after one too many. */
const BLOCK = 300_000

const refusal = (status: number, retryAfter?: number): HostResponse => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: '',
})

const USELESS: readonly ((response: HostResponse) => HostResponse)[] = [
  () => refusal(429, 5),
  () => refusal(500),
  () => refusal(502),
  () => refusal(503, 2),
  (response) => ({ ...response, body: response.body.slice(0, response.body.length / 2) }),
  () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sorry</title>' }),
]

/** A replay host that fails, by the seed and the number of the request alone, and refuses requests that are too many. */
export const createFaultyHost = (respond: Respond, { faults, stale, seed, perMinute }: FaultOptions) => {
  const { counts, add } = countRequests()
  let refused = 0
  let blockedUntil = -Infinity
  const answer: Respond = (request, moment) => {
    const recent = add(moment)
    if (perMinute !== null && (moment < blockedUntil || recent > perMinute)) {
      refused += 1
      blockedUntil = Math.max(blockedUntil, moment + BLOCK)
      return refusal(429, BLOCK / 1000)
    }
    const random = new Random(`${seed}/request ${counts.requests}`)
    if (random.chance(faults)) return random.pick(USELESS)(respond({ ...request, ifNoneMatch: null }, moment))
    return respond(request, random.chance(stale) ? moment - Math.ceil(random.next() * MAX_AGE) : moment)
  }
  return { respond: answer, counts: () => ({ ...counts, refused }) }
}
