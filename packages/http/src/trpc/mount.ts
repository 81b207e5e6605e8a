import { badRequest, ServiceError, fromTrpcError, type Core, type InvokeContext } from '@basketball-data/core'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { decodeBody, readBytes, refuseBody } from '../body.ts'
import { NOT_STORED } from '../call/caching.ts'
import { createInvokeContexts, type MountOptions } from '../call/key-counter.ts'
import type { RequestContext } from '../call/request-context.ts'
import { describeError } from '../errors/error-response.ts'
import type { Handler } from '../request-log.ts'
import { cachedData, type ResponseCache } from '../response-cache.ts'

/** Maximum number of calls in one request; each is counted. */
export const MAX_BATCH = 20

/** The text of a body, or the error if it cannot be read. */
const readText = async (request: Request): Promise<string | ServiceError> => {
  try {
    if (request.method === 'POST') return decodeBody(await readBytes(request))
    refuseBody(request)
    return ''
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** The request with a body in memory, which `readBytes` has bounded. */
const withBody = ({ url, method, headers, signal }: Request, body: string): Request =>
  new Request(url, { method, headers, signal, ...(method === 'POST' && { body }) })

/** A streamed batch would send its headers before its calls are counted, so without the rate headers. */
const refuseStream = ({ headers }: Request): void => {
  if (headers.get('trpc-accept') === 'application/jsonl' || headers.get('accept')?.includes('application/jsonl'))
    throw badRequest('Batches are answered whole: use httpBatchLink, not httpBatchStreamLink.')
}

const handleBatch = async (
  core: Core,
  context: RequestContext,
  toInvokeContext: (context: RequestContext) => InvokeContext,
): Promise<Response> => {
  const { request, headers, requestId } = context
  refuseStream(request)
  const text = await readText(request)
  const bodyError = text instanceof ServiceError ? text : null
  const { pathname } = new URL(request.url)
  const errorHeaders: Record<string, string> = {}
  const response = await fetchRequestHandler({
    endpoint: pathname.slice(0, pathname.lastIndexOf('/')),
    req: withBody(request, text instanceof ServiceError ? '' : text),
    router: core.router,
    createContext: () => ({ ...toInvokeContext(context), requestId, bodyError }),
    maxBatchSize: MAX_BATCH,
    onError: ({ error }) => {
      Object.assign(errorHeaders, describeError(core, context, fromTrpcError(error)).headers)
    },
  })
  const all = { ...headers, ...errorHeaders, ...NOT_STORED }
  for (const [name, value] of Object.entries(all)) response.headers.set(name, value)
  return response
}

/**
 * Compiles the handler of /trpc. Its responses have the headers of /v1, but are never cached; if several calls of a
 * batch are refused, Retry-After is that of the last one.
 */
export const mountTrpc = (
  core: Core,
  { responseCache, ...options }: Omit<MountOptions, 'responseCache'> & { responseCache: ResponseCache | null },
): Handler => {
  const withData = { ...options, responseCache: responseCache === null ? null : cachedData(responseCache) }
  const toInvokeContext = createInvokeContexts(core, withData)
  return (context) => handleBatch(core, context, toInvokeContext)
}
