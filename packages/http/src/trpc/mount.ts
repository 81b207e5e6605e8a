import { badRequest, ServiceError, type Core } from '@basketball-data/core'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { errorAnswer, errorHeaders, toldError } from '../errors/error-answer.ts'
import { decoded, readBytes, refuseBody } from '../rest/body.ts'
import type { Exchange } from '../rest/exchange.ts'
import type { MountOptions } from '../rest/mount.ts'
import { batchRates, type Batch } from './batch.ts'
import { serviceErrorOf } from './refusals.ts'
import { trpcRouter } from './router.ts'

/** Calls of one request; each is counted. */
export const MAX_BATCH = 20

/** The text of a body, or why there is none. */
const readText = async (request: Request): Promise<string | ServiceError> => {
  try {
    if (request.method === 'POST') return decoded(await readBytes(request))
    refuseBody(request)
    return ''
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** A request that tRPC may read to its end: the body is in memory, and bounded. */
const readable = ({ url, method, headers, signal }: Request, body: string): Request =>
  new Request(url, { method, headers, signal, ...(method === 'POST' && { body }) })

/** tRPC would answer line by line, headers first: nobody could be told what is left. */
const refuseStream = ({ headers }: Request): void => {
  if (headers.get('trpc-accept') === 'application/jsonl' || headers.get('accept')?.includes('application/jsonl'))
    throw badRequest('Batches are answered whole: use httpBatchLink, not httpBatchStreamLink.')
}

/** Answers all calls of one request. */
const answerBatch = async (batch: Batch, router: ReturnType<typeof trpcRouter>): Promise<Response> => {
  const { core, exchange } = batch
  const { request, headers, requestId } = exchange
  refuseStream(request)
  const text = await readText(request)
  if (text instanceof ServiceError) batch.unreadable = text
  const { pathname } = new URL(request.url)
  const refused: Record<string, string> = {}
  const answer = await fetchRequestHandler({
    endpoint: pathname.slice(0, pathname.lastIndexOf('/')),
    req: readable(request, text instanceof ServiceError ? '' : text),
    router,
    createContext: () => batch,
    maxBatchSize: MAX_BATCH,
    onError: ({ error }) => {
      const { fields, status } = toldError(core, serviceErrorOf(error), requestId)
      if (status >= 500) exchange.failure ??= error
      Object.assign(refused, errorHeaders(fields, status, new Date()))
    },
  })
  const all = { ...headers, 'cache-control': 'no-store', ...batchRates(batch), ...refused }
  for (const [name, value] of Object.entries(all)) answer.headers.set(name, value)
  return answer
}

/**
 * Compiles the tRPC mount. Answers carry the headers that /v1 gives them, except that nothing is kept; of several calls
 * refused the last one says how long to wait.
 */
export const mountTrpc = (core: Core, { endpoints, decimals }: MountOptions) => {
  const router = trpcRouter(core, decimals)
  return async (exchange: Exchange): Promise<Response> => {
    try {
      return await answerBatch({ core, exchange, endpoints, admissions: [], given: 0, unreadable: null }, router)
    } catch (error) {
      if (!(error instanceof ServiceError)) exchange.failure = error
      const { requestId, headers } = exchange
      return errorAnswer(core, error, { requestId, headers, now: new Date() })
    }
  }
}
