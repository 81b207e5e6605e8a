import type { Context } from 'hono'
import { disconnect } from './call/connection.ts'
import { createRequestContext, redact, type RequestContext } from './call/request-context.ts'
import { traceRequest } from './trace.ts'

/** One request in a log. */
export type RequestEntry = {
  request_id: string
  /** The trace that the request belongs to, if it is traced. */
  trace_id?: string
  /** Null if the request could not be read. */
  method: string | null
  /** Without the query; keys and secrets in it are redacted. Null if the request could not be read. */
  path: string | null
  status: number
  /** Milliseconds from the request to its response. */
  duration_ms: number
  /** Identifier of the key, never the key. */
  key?: string
  /** Why the request was refused before it reached the app, e.g. HPE_INVALID_METHOD of Node's HTTP parser. */
  reason?: string
  /** How many requests this entry stands for, if the process was overloaded: the number that it refused in that second. */
  refused?: number
  /** The error if the request failed on our side. */
  error?: unknown
}

/** Called after every request. */
export type OnRequest = (entry: RequestEntry) => void

/** Handles one request; `path` holds the values of its path parameters. */
export type Handler = (context: RequestContext, path: Record<string, string>) => Response | Promise<Response>

/** The entry of a request that was answered with a status. */
export const toLogEntry = (
  { request, requestId, traceId, started, calls, failure }: RequestContext,
  status: number,
  path = new URL(request.url).pathname,
): RequestEntry => {
  const [call] = calls
  return {
    request_id: requestId,
    ...(traceId !== undefined && { trace_id: traceId }),
    method: request.method,
    path: redact(path),
    status,
    duration_ms: Math.round((performance.now() - started) * 100) / 100,
    ...(call !== undefined && { key: call.key_id }),
    ...(failure !== undefined && { error: failure }),
  }
}

/** Turns a handler into one of Hono's, which creates the context of the request, traces it and logs its response. */
export const logged =
  (onRequest: OnRequest, handler: Handler) =>
  async (c: Context): Promise<Response> => {
    const context = createRequestContext(c.req.raw, () => disconnect(c))
    const response = await traceRequest(c, context, () => handler(context, c.req.param()))
    onRequest(toLogEntry(context, response.status, c.req.path))
    return response
  }

/** The message without the parameters of a failed query, which may contain input of a caller. */
const toMessage = (error: Error): string =>
  'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message

/** An error and its causes for a log: type, message, code and stack, never the parameters of a query. */
export const loggedError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const message = toMessage(error)
  return {
    type: error.name,
    message,
    ...('code' in error && { code: error.code }),
    stack: error.stack?.replace(error.message, message),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}
