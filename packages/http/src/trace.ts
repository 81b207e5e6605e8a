import { failSpan, inSpan } from '@basketball-data/core'
import { context, propagation, SpanKind, trace, type Context as Trace, type TextMapGetter } from '@opentelemetry/api'
import type { Context } from 'hono'
import { routePath } from 'hono/route'

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}

/** The trace that a request belongs to: that of a server which is traced itself, else the one in `traceparent`. */
const traceOf = (headers: Headers): Trace => {
  const active = context.active()
  return trace.getSpan(active) === undefined ? propagation.extract(active, headers, HEADERS) : active
}

/** A route as the contract writes it; undefined for a path without one. */
const routeOf = (c: Context): string | undefined => {
  const route = routePath(c)
  return route === '' || route.endsWith('*') ? undefined : route.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
}

/**
 * Handles a request in the span of a server. Its path is not part of it: the log has that, redacted, under the same request id.
 */
export const traceRequest = (
  c: Context,
  { requestId }: { requestId: string },
  handle: (traceId: string | undefined) => Promise<Response>,
): Promise<Response> =>
  inSpan(
    () => {
      const { method, url, headers } = c.req.raw
      const route = routeOf(c)
      return {
        name: route === undefined ? method : `${method} ${route}`,
        kind: SpanKind.SERVER,
        parent: traceOf(headers),
        attributes: {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'url.scheme': url.slice(0, url.indexOf(':')),
          'http.response.header.x-request-id': [requestId],
        },
      }
    },
    async (span) => {
      const response = await handle(span?.spanContext().traceId)
      span?.setAttribute('http.response.status_code', response.status)
      if (span !== null && response.status >= 500) failSpan(span, String(response.status))
      return response
    },
  )
