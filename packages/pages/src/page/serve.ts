import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding, encode, toEtag, matchesEtag, sizedResponse, type Encoding } from '@basketball-data/http/pages'
import { contentPolicy } from './policy.ts'

const [gzipAsync, brotliAsync] = [promisify(gzip), promisify(brotliCompress)]

/** The encodings of a page that is compressed once: the smallest first. */
const SMALLEST_FIRST = ['br', 'gzip', 'identity'] as const satisfies Encoding[]

/** Compresses well, because each result is sent many times; the two highest levels of brotli take seconds. */
const compress = async (page: string, encoding: Encoding): Promise<string | Uint8Array<ArrayBuffer>> => {
  switch (encoding) {
    case 'identity':
      return page
    case 'gzip':
      return gzipAsync(page, { level: 9 })
    case 'br':
      return brotliAsync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  }
}

/** The headers of a page that is the same for everybody. Its forms and its script may send requests to this service. */
const getPageHeaders = (page: string) => ({
  'content-security-policy': contentPolicy(page, { forms: true, requests: true }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
  vary: 'Accept-Encoding',
})

const contentHeaders = (encoding: Encoding) => ({
  'content-type': 'text/html; charset=utf-8',
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
})

/** A page that never changes: its headers, and its body in the encodings that have been asked for. */
const openPage = (page: string) => {
  const tag = hash('sha256', page, 'base64url')
  const headers = getPageHeaders(page)
  const bodies = new Map<Encoding, ReturnType<typeof compress>>()
  const bodyIn = (encoding: Encoding) => {
    const body = bodies.get(encoding) ?? compress(page, encoding)
    bodies.set(encoding, body)
    return body
  }
  return { tag, headers, bodyIn }
}

/** Serves a page that never changes: rendered at the first request, compressed once per encoding, 304 for If-None-Match. */
export const pageServer = (render: () => string): ((request: Headers) => Promise<Response>) => {
  let opened: ReturnType<typeof openPage> | undefined
  return async (request) => {
    opened ??= openPage(render())
    const encoding = chooseEncoding(request.get('accept-encoding'), SMALLEST_FIRST)
    const { tag, bodyIn } = opened
    const headers = { ...opened.headers, etag: toEtag(tag, encoding) }
    if (matchesEtag(request.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
    return sizedResponse(await bodyIn(encoding), { status: 200, headers: { ...headers, ...contentHeaders(encoding) } })
  }
}

/** Responds with a page, or a part of one, that is made for this request. */
export const pageResponse = async (
  request: Headers,
  page: string,
  {
    status = 200,
    headers = getPageHeaders(page),
  }: { status?: number | undefined; headers?: Record<string, string> } = {},
): Promise<Response> => {
  const encoding = chooseEncoding(request.get('accept-encoding'))
  const body = encoding === 'identity' ? page : await encode(page, encoding)
  return sizedResponse(body, { status, headers: { ...headers, ...contentHeaders(encoding) } })
}
