import { badRequest, ServiceError, type Core } from '@basketball-data/core'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { errorAnswer, errorHeaders, isFailure, toldError } from '../errors/error-answer.ts'
import { decoded, readBytes, refuseBody } from '../body/read.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { MountOptions } from '../call/make-call.ts'
import type { Batch } from './batch.ts'
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
const answerBatch = async (
  core: Core,
  context: RequestContext,
  router: ReturnType<typeof trpcRouter>,
): Promise<Response> => {
  const { request, headers, requestId } = context
  refuseStream(request)
  const text = await readText(request)
  const batch: Batch = { context, unreadable: text instanceof ServiceError ? text : null }
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
      if (status >= 500) context.failure ??= error
      Object.assign(refused, errorHeaders(fields, status, new Date()))
    },
  })
  const all = { ...headers, 'cache-control': 'no-store', ...refused }
  for (const [name, value] of Object.entries(all)) answer.headers.set(name, value)
  return answer
}

/**
 * Compiles the tRPC mount. Answers carry the headers that /v1 gives them, except that nothing is kept; of several calls
 * refused the last one says how long to wait.
 */
export const mountTrpc = (core: Core, options: MountOptions) => {
  const router = trpcRouter(core, options)
  return async (context: RequestContext): Promise<Response> => {
    try {
      return await answerBatch(core, context, router)
    } catch (error) {
      if (isFailure(error)) context.failure ??= error
      const { requestId, headers } = context
      return errorAnswer(core, error, { requestId, headers, now: new Date() })
    }
  }
}
