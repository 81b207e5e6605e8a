import { type Fetch, type ServiceError, toServiceError } from '@basketball-data/client'
import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import superjson from 'superjson'
import { clientSettings } from '../options.ts'
import type { AppRouter } from './router.ts'

export type { AppRouter } from './router.ts'

/** The largest batch that the service accepts. */
const MAX_BATCH = 20
/** Node accepts 16 kB for URL and headers together. */
const MAX_URL_LENGTH = 8_000

/** Options of a tRPC client. */
export interface TrpcOptions {
  /** The account's key, sent as a bearer token; by default BASKETBALL_DATA_KEY of the environment. */
  apiKey?: string | undefined
  /** URL of the service with its version segment, as for BasketballData; by default BASKETBALL_DATA_URL, or `http://127.0.0.1:3000/v1`. */
  baseUrl?: string | undefined
  /** Called instead of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Additional headers. */
  headers?: Record<string, string> | undefined
  /** Maximum number of calls per request, up to 20; default 20. Each call is counted. */
  maxItems?: number | undefined
}

/**
 * A link to the service with batches, superjson and the key, for a client with further links or for the tRPC bindings of a
 * framework. Streams are subscriptions, which also need an httpSubscriptionLink.
 * @throws TypeError as BasketballData does
 */
export const trpcLink = <Router extends AnyTRPCRouter = AppRouter>(options: TrpcOptions = {}): TRPCLink<Router> => {
  const { fetch, maxItems = MAX_BATCH } = options
  const { baseUrl, headers } = clientSettings(options)
  return httpBatchLink<AnyTRPCRouter>({
    url: `${baseUrl.replace(/\/v1$/, '')}/trpc`,
    transformer: superjson,
    maxItems: Math.min(maxItems, MAX_BATCH),
    maxURLLength: MAX_URL_LENGTH,
    headers: Object.fromEntries(headers),
    ...(fetch && { fetch: (url: string | URL, init?: object) => fetch(String(url), { ...init }) }),
  })
}

/**
 * A tRPC client of the service. Calls made at the same time are batched into one request; each is counted, and succeeds or
 * fails on its own.
 * @example
 * const trpc = createTrpcClient({ apiKey: 'bd_…', baseUrl: 'https://data.example/v1' })
 * const { data } = await trpc.games.list.query({ status: 'final' })
 */
export const createTrpcClient = <Router extends AnyTRPCRouter = AppRouter>(
  options: TrpcOptions = {},
): TRPCClient<Router> => createTRPCClient<Router>({ links: [trpcLink<Router>(options)] })

/** Not `instanceof Response`, because some servers replace the global class. */
const headersIn = (response: unknown): Headers =>
  typeof response === 'object' && response !== null && 'headers' in response && response.headers instanceof Headers
    ? response.headers
    : new Headers()

/**
 * The service error in a rejected tRPC call: the same, and of the same class, as BasketballData throws.
 * @returns null for an error that did not come from the service
 */
export const serviceErrorIn = (error: unknown): ServiceError | null => {
  if (!(error instanceof TRPCClientError)) return null
  const { shape, meta } = error
  if (typeof shape !== 'object' || shape === null || typeof shape.error !== 'object') return null
  const headers = headersIn(meta?.['response'])
  return toServiceError({ error: { ...shape.error, message: shape.message } }, shape.data?.httpStatus ?? 0, headers)
}
