import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { validateAnswer } from './validate-answer.ts'

/** A request as a test writes it; `path` goes out as it stands. */
export type Asked = { method: string; path: string; headers: Record<string, string>; content?: string }

/** An answer as it came over the wire. */
export type Received = { status: number; headers: Headers; bytes: Buffer }

/** An answer that the document allows. */
export type Answered = Received & {
  /** The body in plain text, whatever its encoding on the wire. */
  text: string
  /** The body as JSON; undefined where there is none. */
  body: unknown
}

/** One way to a service. */
export type Send = (asked: Asked) => Promise<Received>

const agent = new Agent({ keepAlive: true })

/** Asks a server that listens at `origin`, over HTTP. */
export const overHttp =
  (origin: string): Send =>
  ({ method, path, headers, content }) =>
    new Promise((resolve, reject) => {
      const sent = request(origin, { method, path, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const received = new Headers()
          for (const [name, values] of Object.entries(answer.headersDistinct))
            for (const value of values ?? []) received.append(name, value)
          resolve({ status: answer.statusCode ?? 0, headers: received, bytes: Buffer.concat(chunks) })
        })
      })
      sent.on('error', reject)
      sent.end(content)
    })

/** Asks an app in this process, as any fetch host does. */
export const inProcess =
  (app: Hono): Send =>
  async ({ method, path, headers }) => {
    const answer = await app.request(path, { method, headers })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

const plainText = (bytes: Buffer, encoding: string | null): string => {
  switch (encoding) {
    case null:
      return bytes.toString('utf8')
    case 'gzip':
      return gunzipSync(bytes).toString('utf8')
    case 'br':
      return brotliDecompressSync(bytes).toString('utf8')
    default:
      throw new TypeError(`nobody asked for the encoding ${encoding}`)
  }
}

/**
 * Holds an answer of a path under /v1 against the document and against what every answer must have.
 * @throws AnswerMismatch
 */
export const held = ({ method, path }: Pick<Asked, 'method' | 'path'>, received: Received): Answered => {
  const { status, headers, bytes } = received
  const text = bytes.length === 0 ? '' : plainText(bytes, headers.get('content-encoding'))
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  validateAnswer({ method, path, status, headers, body })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('content-language')).toBeNull()
  expect(headers.get('access-control-expose-headers')).toMatch(
    /(?=.*\bETag\b)(?=.*\bRateLimit\b)(?=.*\bRateLimit-Policy\b)(?=.*\bRetry-After\b)(?=.*\bX-Request-Id\b)/,
  )
  return { ...received, text, body }
}

/** What a call differs in from a GET without a key. */
export type Changes = { method?: string; key?: string; headers?: Record<string, string>; content?: string }

/** Asks for a path; every answer is held against the document. */
export type Ask = (path: string, changes?: Changes) => Promise<Answered>

/** Makes `ask` for one way to a service. */
export const askBy =
  (send: Send): Ask =>
  async (path, { method = 'GET', key, headers: given, content } = {}) => {
    const headers = {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(content !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
      ...given,
    }
    return held({ method, path }, await send({ method, path, headers, ...(content !== undefined && { content }) }))
  }

/** Asks whatever serves at an address, of which scheme, host and port alone count. */
export const askAt = (address: string): Ask => askBy(overHttp(new URL(address).origin))
