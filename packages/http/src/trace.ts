import { failSpan, inSpan, isTracing, type SpanDescription } from '@basketball-data/core'
import { context, propagation, SpanKind, trace, type Context as Trace, type TextMapGetter } from '@opentelemetry/api'
import type { Context } from 'hono'
import { routePath } from 'hono/route'

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
export const traceRequest = (
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
