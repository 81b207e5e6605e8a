import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { chooseEncoding, etagOf, matchesEtag, sizedResponse, type Encoding } from '../body/encoding.ts'
import { contentPolicy } from './policy.ts'

const [gzipAsync, brotliAsync] = [promisify(gzip), promisify(brotliCompress)]

/** Uses the highest compression level, because each result is sent many times. */
const compress = async (page: string, encoding: Encoding): Promise<string | Uint8Array<ArrayBuffer>> => {
  switch (encoding) {
    case 'identity':
      return page
    case 'gzip':
      return gzipAsync(page, { level: 9 })
    case 'br':
      return brotliAsync(page)
  }
}

/** Serves a page that never changes: compressed once per encoding, 304 for If-None-Match. */
export const pageServer = (page: string): ((request: Headers) => Promise<Response>) => {
  const tag = hash('sha256', page, 'base64url')
  const bodies = new Map<Encoding, ReturnType<typeof compress>>()
  const bodyIn = (encoding: Encoding) => {
    const body = bodies.get(encoding) ?? compress(page, encoding)
    bodies.set(encoding, body)
    return body
  }
  const commonHeaders = {
    'content-security-policy': contentPolicy(page),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
  }
  return async (request) => {
    const encoding = chooseEncoding(request.get('accept-encoding'))
    const headers = { ...commonHeaders, etag: etagOf(tag, encoding) }
    if (matchesEtag(request.get('if-none-match'), tag)) return new Response(null, { status: 304, headers })
    return sizedResponse(await bodyIn(encoding), {
      status: 200,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    })
  }
}
