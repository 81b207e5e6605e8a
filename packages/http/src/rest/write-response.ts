import { hash as digest } from 'node:crypto'
import { chooseEncoding, encode, toEtag, matchesEtag, sizedResponse, type Encoding } from '../body/encoding.ts'
import type { CachingHeaders } from '../call/caching.ts'
import type { RequestContext } from '../call/request-context.ts'
import { CachedResponse } from '../response-cache/lru-cache.ts'

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
export const readResponse = async (
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
export const changeResponse = async (
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
