import type { Context } from 'hono'
import { openContext, type RequestContext } from './call/request-context.ts'
import { masked } from './masked.ts'

/** One request as a log has it. */
export type RequestEntry = {
  request_id: string
  method: string
  /** Without the query; of keys and secrets in it only the prefix stays. */
  path: string
  status: number
  /** Milliseconds from the request to its answer. */
  duration_ms: number
  /** Identifier of the key, never the key. */
  key?: string
  /** What went wrong on our side. */
  error?: unknown
}

/** Called after every request, with what a log wants to know. */
export type OnRequest = (entry: RequestEntry) => void

/** Answers one context; `path` holds the values of its path parameters. */
export type Handler = (context: RequestContext, path: Record<string, string>) => Response | Promise<Response>

const entryOf = (context: RequestContext, { status }: Response): RequestEntry => {
  const { request, requestId, started, calls, failure } = context
  const [call] = calls
  return {
    request_id: requestId,
    method: request.method,
    path: masked(new URL(request.url).pathname),
    status,
    duration_ms: Math.round((performance.now() - started) * 100) / 100,
    ...(call !== undefined && { key: call.key_id }),
    ...(failure !== undefined && { error: failure }),
  }
}

/** Turns a handler of exchanges into one of Hono's, which opens the context and has it logged once it is answered. */
export const logging =
  (onRequest: OnRequest = () => {}) =>
  (handler: Handler) =>
  async (c: Context): Promise<Response> => {
    const context = openContext(c.req.raw)
    const response = await handler(context, c.req.param())
    onRequest(entryOf(context, response))
    return response
  }
