import {
  maxHeaderSize,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest, ServiceError, type Core } from '@basketball-data/core'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { createRequestContext, redact, REQUEST_ID } from './call/request-context.ts'
import { limitBody } from './body.ts'
import type { Connections } from './connections.ts'
import { errorResponse } from './errors/error-response.ts'
import { isHealthCheck } from './routes.ts'
import { wantsPage, type Pages } from './pages.ts'
import type { OnRequest } from './request-log.ts'

/** Why a request is refused before it reaches the app. */
type Refusal = { status: number; message: string; reason: string }

const MISSING_HOST = 'Send one Host header with the request; HTTP/1.1 requires it.'
const REPEATED_HOST = 'Send the Host header once.'
const UNKNOWN_VERSION = 'The request must be of HTTP/1.1 or HTTP/1.0.'
const UNCHUNKED = 'The only Transfer-Encoding that is supported is chunked.'
const TOO_OLD_FOR_CHUNKS = 'HTTP/1.0 has no Transfer-Encoding: send Content-Length, or HTTP/1.1.'
const UNREADABLE = 'The address or the Host header of the request cannot be read.'
const TUNNEL = 'This service is not a proxy: send a GET.'

const refused = (status: number, reason: string, message: string): Refusal => ({ status, reason, message })

/** What Node's HTTP parser has refused; undefined for a connection that merely broke. */
const toRefusal = (error: Error): Refusal | undefined => {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refused(408, code, 'The request did not arrive in time.')
  if (!code.startsWith('HPE_')) return undefined
  if (code === 'HPE_HEADER_OVERFLOW')
    return refused(431, code, `The address and the headers must have at most ${maxHeaderSize} bytes together.`)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return refused(413, code, 'The extensions of the chunks are too long.')
  // The reason is a fixed text of the parser, without anything that was sent.
  const why = 'reason' in error && error.reason !== '' ? `: ${String(error.reason)}` : ''
  return refused(400, code, `The request is not valid HTTP/1.1${why}.`)
}

/**
 * What is wrong with a body in chunks: RFC 9112, section 6.1, calls the framing of HTTP/1.0 faulty with them, since a proxy may
 * read another end of the request. Where the last coding is not chunked, Node's parser refuses the request.
 */
const codingProblem = (coding: string | undefined, httpVersion: string): Refusal | undefined => {
  const codings = (coding ?? '').toLowerCase().split(',')
  if (codings.at(-1)?.trim() !== 'chunked') return undefined
  if (httpVersion === '1.0') return refused(400, 'faulty_framing', TOO_OLD_FOR_CHUNKS)
  return codings.length > 1 ? refused(400, 'unknown_transfer_coding', UNCHUNKED) : undefined
}

/**
 * What is wrong with a request that Node's parser accepts; it accepts HTTP/0.9 too. One Host header is required by RFC 9112, section
 * 3.2; HTTP/1.0 may leave it out.
 */
const findProblem = ({ headers, headersDistinct, httpVersion }: IncomingMessage): Refusal | undefined => {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refused(400, 'unknown_version', UNKNOWN_VERSION)
  const hosts = headersDistinct.host?.length ?? 0
  if (hosts > 1) return refused(400, 'repeated_host', REPEATED_HOST)
  if (hosts === 0 && httpVersion === '1.1') return refused(400, 'missing_host', MISSING_HOST)
  return codingProblem(headers['transfer-encoding'], httpVersion)
}

const FULL = refused(503, 'too_many_connections', 'The service has too many connections; try again shortly.')

/** Seconds that a client waits if there are too many connections. */
const RETRY_AFTER_FULL = 5

/** The host of an address with a scheme, and the name and password before any other host. They are not logged. */
const AUTHORITY = /^[^/]*:\/\/[^/]*|^[^/]*@/

const toPath = (target: string): string => redact((target.split('?', 1)[0] ?? '').replace(AUTHORITY, ''))

/** Returns a function that makes the response to a refused request, and logs it. */
const responder = ({ core, onRequest, pages }: Pick<Listening, 'core' | 'onRequest' | 'pages'>) => {
  const busy = pages?.busy(core.service.name)
  return ({ status, message, reason }: Refusal, incoming?: IncomingMessage): Response => {
    const id = incoming?.headersDistinct['x-request-id']?.[0] ?? ''
    const headers = REQUEST_ID.test(id) ? { 'x-request-id': id } : undefined
    const context = createRequestContext(new Request(core.service.base, { ...(headers && { headers }) }))
    onRequest({
      request_id: context.requestId,
      method: incoming?.method ?? null,
      path: incoming?.url === undefined ? null : toPath(incoming.url),
      status,
      duration_ms: 0,
      reason,
    })
    const close = { connection: 'close' }
    if (status !== 503) return errorResponse(core, context, badRequest(message), { status, headers: close })
    const retryAfter = String(RETRY_AFTER_FULL)
    if (busy !== undefined && wantsPage(toPath(incoming?.url ?? ''), incoming?.headers.accept)) {
      const response = busy(context.requestId, retryAfter)
      response.headers.set('connection', 'close')
      return response
    }
    return errorResponse(core, context, new ServiceError('server_error', message), {
      status,
      headers: { ...close, 'retry-after': retryAfter },
      message: `${message} Request ${context.requestId}.`,
    })
  }
}

/** The bytes of a response, for a connection that has no ServerResponse. */
const serialize = async (response: Response, isHead: boolean): Promise<string> => {
  const { status, headers } = response
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, `date: ${new Date().toUTCString()}`]
  headers.forEach((value, name) => lines.push(`${name}: ${value}`))
  return `${lines.join('\r\n')}\r\n\r\n${isHead ? '' : await response.text()}`
}

/** Whether the bytes that the parser has refused begin with a HEAD, whose client would read a body as another response. */
const beginsWithHead = (error: Error): boolean =>
  'rawPacket' in error && Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '

/** Milliseconds that a client has to read an error while it still sends; closing at once would discard the error. */
const LINGER = 1000

/** What `listenFor` needs besides the server and the app. */
type Listening = {
  core: Core
  connections: Connections
  hostname: string
  onRequest: OnRequest
  pages?: Pages | undefined
  /** Milliseconds within which a body must arrive, unless it is a stream. */
  requestTimeout: number
}

/** A request whose body did not arrive in time, as Node reports one whose headers did not. */
class LateRequest extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

const closed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed) resolve()
    else response.once('close', resolve)
  })

/**
 * The listener of a server for `app`. What never reaches the app gets an error of the contract and a line in the log
 * too: what the HTTP parser refuses, a request without its one Host header or of an unknown framing, an unknown Expect, CONNECT,
 * and a request on a connection above the maximum.
 */
export const listenFor = (
  server: Server,
  app: Pick<Hono, 'fetch'>,
  { core, connections, hostname, onRequest, pages, requestTimeout }: Listening,
): void => {
  const respond = responder({ core, onRequest, pages })
  const finished = new WeakSet<Duplex>()

  const refuse = async (incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): Promise<void> => {
    const response = respond(refusal, incoming)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  }

  /** Ends a connection with an error, after the responses to the requests before. */
  const writeLast = async (socket: Duplex, earlier: ServerResponse[], response: () => Response, isHead = false) => {
    await Promise.all(earlier.map(closed))
    const bytes = await serialize(response(), isHead)
    if (!socket.writable) return
    socket.end(bytes)
    setTimeout(() => socket.destroy(), LINGER).unref()
  }

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, accepted: boolean): void => {
    // A page could not read the 503 without its preflight.
    const served = accepted || incoming.method === 'OPTIONS' || isHealthCheck(toPath(incoming.url ?? ''))
    if (!accepted) outgoing.shouldKeepAlive = false
    const problem = findProblem(incoming) ?? (served ? undefined : FULL)
    if (problem !== undefined) return void refuse(incoming, outgoing, problem)
    limitBody(incoming, requestTimeout, () => server.emit('clientError', new LateRequest(), incoming.socket))
    const errorHandler = (error: unknown): Response =>
      error instanceof RequestError
        ? respond(refused(400, 'unreadable_address', UNREADABLE), incoming)
        : errorResponse(core, createRequestContext(new Request(core.service.base)), error)
    void getRequestListener(app.fetch, { hostname, errorHandler })(incoming, outgoing)
  }

  const listener: RequestListener = (incoming, outgoing) =>
    connections.begin(incoming.socket, outgoing, (accepted) => handle(incoming, outgoing, accepted))

  server.on('request', listener)
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuse(incoming, outgoing, refused(417, 'expectation', 'The only Expect that is supported is 100-continue.')),
  )
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    const earlier = [...(connections.get(socket)?.open ?? [])]
    void writeLast(socket, earlier, () => respond(refused(400, 'tunnel', TUNNEL), incoming))
  })
  server.on('clientError', (error: Error, socket: Duplex) => {
    if (finished.has(socket)) return // the parser fails again on every byte that follows
    finished.add(socket)
    const refusal = toRefusal(error)
    const { open, last } = connections.get(socket) ?? { open: new Set<ServerResponse>() }
    const broken = last !== undefined && !last.req.complete ? last : undefined
    // A connection on which nothing was sent: a proxy may hold it open, and would take an error as its next response.
    const unused = 'bytesRead' in socket && socket.bytesRead === 0
    // The response to the broken request has begun already, or nobody reads another one.
    const unanswerable = unused || broken?.headersSent === true || !socket.writable
    if (refusal === undefined || unanswerable) return void socket.destroy()
    const earlier = [...open].filter((response) => response !== broken)
    void writeLast(socket, earlier, () => respond(refusal), beginsWithHead(error))
  })
}
