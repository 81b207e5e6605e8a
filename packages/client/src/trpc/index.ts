import { type Fetch, type ServiceError, serviceErrorOf } from '@basketball-data/client'
import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import superjson from 'superjson'

/** Calls that the service takes in one request. */
const MAX_BATCH = 20
/** Servers on Node take 16 kB of address and headers together. */
const MAX_ADDRESS = 8_000

/** How a tRPC client reaches the service. */
export interface TrpcOptions {
  /** The account's key, sent as a bearer token. */
  apiKey?: string | undefined
  /** Address of the service with its version segment, beside which /trpc is; `http://127.0.0.1:3000/v1` when left out. */
  baseUrl?: string | undefined
  /** Called instead of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Sent along. */
  headers?: Record<string, string> | undefined
  /** Calls that are sent in one request, 20 at most and when left out; each is counted. */
  maxItems?: number | undefined
}

/**
 * The link to the service's router: batches, superjson, the key. For a client with further links, or for the tRPC bindings
 * of a framework.
 */
export const trpcLink = <Router extends AnyTRPCRouter>(options: TrpcOptions = {}): TRPCLink<Router> => {
  const { apiKey, baseUrl = 'http://127.0.0.1:3000/v1', fetch: own, headers, maxItems = MAX_BATCH } = options
  return httpBatchLink<AnyTRPCRouter>({
    url: `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/trpc`,
    transformer: superjson,
    maxItems: Math.min(maxItems, MAX_BATCH),
    maxURLLength: MAX_ADDRESS,
    headers: { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers },
    ...(own && { fetch: (address: string | URL, init?: object) => own(String(address), { ...init }) }),
  })
}

/**
 * A tRPC client of the service, for code that shares the types of its router. Calls made at the same time go out in one
 * request; each is counted, and refused or answered by itself.
 * @example
 * import type { AppRouter } from '@basketball-data/core'
 * const trpc = createTrpcClient<AppRouter>({ apiKey: 'bd_…', baseUrl: 'https://data.example/v1' })
 * const { data } = await trpc.games.list.query({ status: 'final' })
 */
export const createTrpcClient = <Router extends AnyTRPCRouter>(options: TrpcOptions = {}): TRPCClient<Router> =>
  createTRPCClient<Router>({ links: [trpcLink<Router>(options)] })

/** Not `instanceof Response`: servers put a class of their own in the place of the global one. */
const headersIn = (response: unknown): Headers =>
  typeof response === 'object' && response !== null && 'headers' in response && response.headers instanceof Headers
    ? response.headers
    : new Headers()

/**
 * What a rejected tRPC call was refused for: the same error, of the same class, as BasketballData would have thrown.
 * @returns null when it was not the service that refused it
 */
export const serviceErrorIn = (error: unknown): ServiceError | null => {
  if (!(error instanceof TRPCClientError)) return null
  const { shape, meta } = error
  if (typeof shape !== 'object' || shape === null || typeof shape.error !== 'object') return null
  const headers = headersIn(meta?.['response'])
  return serviceErrorOf({ error: { ...shape.error, message: shape.message } }, shape.data?.httpStatus ?? 0, headers)
}
