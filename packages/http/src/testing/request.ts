import { Agent, request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { validateResponse } from './validate-response.ts'

/** A request of a test; `path` is sent unchanged. */
export type RawRequest = { method: string; path: string; headers: Record<string, string>; content?: string }

/** A response with the bytes that were received. */
export type RawResponse = { status: number; headers: Headers; bytes: Buffer }

/** A response that matches the OpenAPI document. */
export type TestResponse = RawResponse & {
  /** The decompressed body. */
  text: string
  /** The body as JSON, or as the text of a picture; undefined if there is none. */
  body: unknown
}

/** Sends a request to a service. */
export type SendRequest = (request: RawRequest) => Promise<RawResponse>

const agent = new Agent({ keepAlive: true })

/** Sends requests to a server at `origin`, over HTTP. */
export const sendOverHttp =
  (origin: string): SendRequest =>
  ({ method, path, headers, content }) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(origin, { method, path, headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const received = new Headers()
          for (const [name, values] of Object.entries(response.headersDistinct))
            for (const value of values ?? []) received.append(name, value)
          resolve({ status: response.statusCode ?? 0, headers: received, bytes: Buffer.concat(chunks) })
        })
      })
      sent.on('error', reject)
      sent.end(content)
    })

const isPicture = (headers: Headers): boolean => headers.get('content-type')?.startsWith('image/svg+xml') === true

/** Sends requests to an app in this process. */
export const sendInProcess =
  (app: Hono): SendRequest =>
  async ({ method, path, headers }) => {
    const response = await app.request(path, { method, headers })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

const decompress = (bytes: Buffer, encoding: string | null): string => {
  switch (encoding) {
    case null:
      return bytes.toString('utf8')
    case 'gzip':
      return gunzipSync(bytes).toString('utf8')
    case 'br':
      return brotliDecompressSync(bytes).toString('utf8')
    default:
      throw new TypeError(`no test accepts the encoding ${encoding}`)
  }
}

/**
 * Checks a response of a path under /v1 against the OpenAPI document, and the headers that every response must have.
 * @throws ResponseMismatch
 */
export const checkResponse = (
  { method, path }: Pick<RawRequest, 'method' | 'path'>,
  response: RawResponse,
): TestResponse => {
  const { status, headers, bytes } = response
  const text = bytes.length === 0 ? '' : decompress(bytes, headers.get('content-encoding'))
  const body: unknown = text === '' ? undefined : isPicture(headers) ? text : JSON.parse(text)
  validateResponse({ method, path, status, headers, body })
  if (path.startsWith('/ingest/')) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    return { ...response, text, body }
  }
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('content-language')).toBeNull()
  expect(headers.get('access-control-expose-headers')).toMatch(
    /(?=.*\bETag\b)(?=.*\bRateLimit\b)(?=.*\bRateLimit-Policy\b)(?=.*\bRetry-After\b)(?=.*\bX-Request-Id\b)/,
  )
  return { ...response, text, body }
}

/** How a request differs from a GET without a key. */
export type RequestOptions = { method?: string; key?: string; headers?: Record<string, string>; content?: string }

/** Requests a path and checks the response. */
export type RequestPath = (path: string, options?: RequestOptions) => Promise<TestResponse>

/** Makes a function that requests paths through `send`. */
export const requestThrough =
  (send: SendRequest): RequestPath =>
  async (path, { method = 'GET', key, headers: ownHeaders, content } = {}) => {
    const headers = {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(content !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
      ...ownHeaders,
    }
    const response = await send({ method, path, headers, ...(content !== undefined && { content }) })
    return checkResponse({ method, path }, response)
  }

/** Makes a function that requests paths of the server at a URL; only its scheme, host and port are used. */
export const requestAt = (url: string): RequestPath => requestThrough(sendOverHttp(new URL(url).origin))
