import { hash as digest } from 'node:crypto'
import { invoke, type Core, type InvokeContext, type Operation } from '@basketball-data/core'
import { getEventSchema, isEventStream, isPicture, NoParameters, WrittenLines } from '@basketball-data/core/contract'
import {
  CachedResponse,
  chooseEncoding,
  encode,
  matchesEtag,
  refuseBody,
  sizedResponse,
  toEtag,
  type Encoding,
} from '../body.ts'
import { getCachingHeaders, SHARED, type CachingHeaders } from '../call/caching.ts'
import { refuseKeyInQuery } from '../call/key-counter.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { OpenApiDocument } from '../openapi/types.ts'
import type { Handler } from '../request-log.ts'
import { ndjsonResponse } from './ndjson.ts'
import { inputReader, queryReader } from './read-input.ts'
import { streamResponse } from './stream-response.ts'

/** Bytes below which a body is not compressed. */
const MIN_COMPRESSED = 1024

/** The hash and the lazily encoded body of an output: data, JSON text, or a kept response. */
const sendBody = (output: unknown, acceptEncoding: string | null) => {
  if (output instanceof CachedResponse) {
    const encoding = output.length < MIN_COMPRESSED ? 'identity' : chooseEncoding(acceptEncoding)
    return { hash: output.hash, encoding, body: () => output.ready(encoding) ?? output.body(encoding) }
  }
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  const bytes = new TextEncoder().encode(text)
  const encoding = bytes.length < MIN_COMPRESSED ? 'identity' : chooseEncoding(acceptEncoding)
  const body = () => (encoding === 'identity' ? bytes : encode(bytes, encoding))
  return { hash: digest('sha256', bytes, 'base64url'), encoding, body }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const contentHeaders = (encoding: Encoding, type: string): Record<string, string> => ({
  'content-type': type,
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
})

/** The response to a read: 200 with a strong ETag, or 304 if the client has that body; a 304 is refunded. */
const readResponse = async (
  context: RequestContext,
  output: unknown,
  { caching, refund, type = JSON_TYPE }: { caching: CachingHeaders; refund?: () => Promise<void>; type?: string },
): Promise<Response> => {
  const request = context.request.headers
  const { hash, encoding, body } = sendBody(output, request.get('accept-encoding'))
  const headers = { ...caching, etag: toEtag(hash, encoding) }
  if (matchesEtag(request.get('if-none-match'), hash)) {
    await refund?.()
    return new Response(null, { status: 304, headers: { ...context.headers, ...headers } })
  }
  return sizedResponse(await body(), {
    status: 200,
    headers: { ...context.headers, ...headers, ...contentHeaders(encoding, type) },
  })
}

/** The response to a change: always with its body, even if the request has If-None-Match. */
const changeResponse = async (
  context: RequestContext,
  output: unknown,
  { status, caching }: { status: number; caching: CachingHeaders },
): Promise<Response> => {
  const { encoding, body } = sendBody(output, context.request.headers.get('accept-encoding'))
  return sizedResponse(await body(), {
    status,
    headers: { ...context.headers, ...caching, ...contentHeaders(encoding, JSON_TYPE) },
  })
}

/** The event after which a client goes on that has lost its connection; it sends no header before its first event. */
const getLastEvent = ({ request }: RequestContext): { after?: string } => {
  const after = request.headers.get('last-event-id') ?? ''
  return after === '' ? {} : { after }
}

/** Makes the context in which the operation of a request is invoked. */
export type ToInvokeContext = (context: RequestContext) => InvokeContext

/**
 * Compiles an operation into the handler of its path.
 * @param ending ends the streams of bodies when the service stops
 */
export const mountOperation = (
  core: Core,
  operation: Operation,
  { toInvokeContext, ending }: { toInvokeContext: ToInvokeContext; ending: AbortSignal | null },
): Handler => {
  const readInput = inputReader(operation, ending)
  const { method, status } = operation
  const caching = getCachingHeaders(operation)
  const isStream = getEventSchema(operation.output) !== undefined
  const type = isPicture(operation.output) ? { type: 'image/svg+xml; charset=utf-8' } : {}

  const lines = operation.write?.lines
  const respond: Handler = (context, path) =>
    invoke(toInvokeContext(context), operation, {
      read: async () => {
        const input = await readInput(context, path)
        return isStream ? { ...input, ...getLastEvent(context) } : input
      },
      write: (output, refund) => {
        if (isStream && isEventStream(output)) return streamResponse(context, output)
        if (lines !== undefined) return ndjsonResponse(core, context, WrittenLines.parse(output))
        return method === 'GET'
          ? readResponse(context, output, { caching, refund, ...type })
          : changeResponse(context, output, { status, caching })
      },
    })
  if (operation.write === null) return respond
  // A stream of lines ends later, and releases then what its call holds.
  return async (context, path) => {
    let isOver = true
    try {
      const response = await respond(context, path)
      isOver = lines === undefined
      return response
    } finally {
      if (isOver) context.release()
    }
  }
}

/** Serves the OpenAPI document, which needs no key. */
export const mountDocument = (document: OpenApiDocument): Handler => {
  const text = JSON.stringify(document)
  const readQuery = queryReader(NoParameters, [])
  return (context) => {
    refuseKeyInQuery(context.query)
    refuseBody(context.request)
    readQuery(context.query, {})
    return readResponse(context, text, { caching: SHARED })
  }
}
