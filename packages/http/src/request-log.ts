import { failSpan, inSpan, isTracing, type SpanDescription } from '@basketball-data/core'
import { context, propagation, SpanKind, trace, type Context as Trace, type TextMapGetter } from '@opentelemetry/api'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { awaitBody, restoreBody } from './body.ts'
import { disconnect } from './call/connection.ts'
import { createRequestContext, redact, type RequestContext } from './call/request-context.ts'

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

/** Writes entries to a log, after `onRequest` has received them. */
export const logTo =
  (logger: Logger | undefined, onRequest: OnRequest = () => {}): OnRequest =>
  (entry) => {
    onRequest(entry)
    if (logger === undefined) return
    const { key, error, ...rest } = entry
    const line = key === undefined ? rest : { ...rest, key_id: key }
    if (error === undefined) logger.info(line)
    else logger.error({ ...line, err: error }, 'The call failed.')
  }

/** The entry of a request that was answered with a status. */
export const toLogEntry = (
  { request, requestId, traceId, started, calls, writeKey, failure }: RequestContext,
  status: number,
  path = new URL(request.url).pathname,
): RequestEntry => {
  const key = calls[0]?.key_id ?? writeKey
  return {
    request_id: requestId,
    ...(traceId !== undefined && { trace_id: traceId }),
    method: request.method,
    path: redact(path),
    status,
    duration_ms: Math.round((performance.now() - started) * 100) / 100,
    ...(key !== undefined && { key }),
    ...(failure !== undefined && { error: failure }),
  }
}

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}

/** The trace that a request belongs to: that of a server which is traced itself, else the one in `traceparent`. */
const getTrace = (headers: Headers): Trace => {
  const active = context.active()
  return trace.getSpan(active) === undefined ? propagation.extract(active, headers, HEADERS) : active
}

/** A route as the contract writes it; undefined for a path without one. */
const toRoute = (c: Context): string | undefined => {
  const route = routePath(c)
  return route === '' || route.endsWith('*') ? undefined : route.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
}

const describe = (c: Context, requestId: string): SpanDescription => {
  const { method, url, headers } = c.req.raw
  const route = toRoute(c)
  return {
    name: route === undefined ? method : `${method} ${route}`,
    kind: SpanKind.SERVER,
    parent: getTrace(headers),
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'url.scheme': url.slice(0, url.indexOf(':')),
      'http.response.header.x-request-id': [requestId],
    },
  }
}

/**
 * Handles a request in the span of a server. Its path is not part of it: the log has that, redacted, under the same request id. The
 * request gets the id of its trace.
 */
const traceRequest = (
  c: Context,
  request: { requestId: string; traceId: string | undefined },
  handle: () => Response | Promise<Response>,
): Response | Promise<Response> => {
  if (!isTracing()) return handle() // not a single promise more
  return inSpan(
    () => describe(c, request.requestId),
    async (span) => {
      request.traceId = span?.spanContext().traceId
      const response = await handle()
      span?.setAttribute('http.response.status_code', response.status)
      if (span !== null && response.status >= 500) failSpan(span, String(response.status))
      return response
    },
  )
}

/** Turns a handler into one of Hono's, which creates the context of the request, traces it and logs its response. */
export const logged =
  (onRequest: OnRequest, handler: Handler) =>
  async (c: Context): Promise<Response> => {
    const control = { disconnect: () => disconnect(c), awaitBody: () => awaitBody(c) }
    const request = restoreBody(c)
    // Most requests wait for nothing here.
    const context = createRequestContext(request instanceof Promise ? await request : request, control)
    context.reportLate = (error) => onRequest({ ...toLogEntry(context, 500, c.req.path), error })
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
