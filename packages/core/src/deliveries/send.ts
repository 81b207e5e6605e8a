import { request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP, connect as openSocket, type LookupFunction, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import { parseRetryAfter } from '../contract/index.ts'
import type { Resolve } from './resolve.ts'
import { BadTarget, canonicalAddress, checkTarget, toHost, type Target, type TargetRules } from './target.ts'

/** Milliseconds that a receiver has for its whole response. */
export const RESPONSE_TIMEOUT = 10_000

/** Why an attempt got no status. Private addresses are refused before a connection, so no reason tells about a private network. */
const SENTENCES = {
  timeout: `Timed out: no complete response within ${RESPONSE_TIMEOUT / 1000} seconds.`,
  dns: 'Name not found: the name in the URL has no address.',
  lookup: 'The name in the URL could not be looked up: its name servers did not respond.',
  address: 'The URL leads to an address that webhooks must not reach.',
  refused: 'Connection refused: nothing listens at the address and port of the URL.',
  unreachable: 'No route: the network of the receiver could not be reached.',
  certificate_expired: 'TLS: the certificate of the receiver has expired, or is not valid yet.',
  certificate_name: 'TLS: the certificate of the receiver is for another name than the one in the URL.',
  certificate_untrusted: 'TLS: the certificate of the receiver, or of its issuer, is not trusted.',
  tls: 'TLS: the handshake with the receiver failed, or the receiver rejected it.',
  connection: 'The connection failed, or was interrupted before the response was complete.',
  response: 'The response was not valid HTTP.',
  secret:
    'Nothing was sent, because the secret of the webhook cannot be read any more. Add a new webhook in its place.',
}

/** Why an attempt got no status; `secret`: nothing was sent. A stored reason keeps its meaning. */
export type AttemptError = keyof typeof SENTENCES

const isAttemptError = (text: string): text is AttemptError => text in SENTENCES

/** The values of AttemptError. */
export const ATTEMPT_ERRORS = Object.keys(SENTENCES).filter(isAttemptError)

/** Says for account holders why an attempt got no status. */
export const describeAttemptError = (error: AttemptError): string => SENTENCES[error]

/** One attempt to send a message. `duration` is in milliseconds, from the lookup of the name to the last byte read. */
export type Attempt = { at: Date; duration: number } & (
  | Response
  | { status: null; error: AttemptError; retry_after: null }
)

type Response = {
  /** 200 to 599. */
  status: number
  error: null
  /** Seconds of a `Retry-After` header; null if it is missing or malformed. */
  retry_after: number | null
}

/** A message to send. */
export type Message = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** How to send it. */
export type SendOptions = {
  rules: TargetRules
  /** Milliseconds from the lookup of the name to the end of the response. */
  timeout?: number
  resolve?: Resolve
  /** A certificate, PEM, that is trusted instead of the system's. */
  ca?: string
}

/** Maximum number of bytes read of a response. */
const MAX_RESPONSE_SIZE = 64 * 1024
const MAX_HEADER_SIZE = 16 * 1024
/** Milliseconds for one of several addresses before the next is tried: longer than a round trip around the world. */
const ADDRESS_TIMEOUT = 1000
/** The largest value of an integer column. */
const MAX_RETRY_AFTER = 2 ** 31 - 1

class SendFailure extends Error {
  readonly reason: AttemptError

  constructor(reason: AttemptError, cause?: unknown) {
    super(`failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The sockets of one attempt. */
type Sockets = {
  /** Opens a socket. @throws SendFailure timeout after the end of the attempt, because nobody would close the socket */
  open: (create: () => Socket) => Socket
  /** Ends the attempt: destroys its sockets. */
  end: () => void
}

const createSockets = (): Sockets => {
  const opened: Socket[] = []
  let ended = false
  return {
    open: (create) => {
      if (ended) throw new SendFailure('timeout')
      const socket = create()
      opened.push(socket)
      return socket
    },
    end: () => {
      ended = true
      for (const socket of opened) socket.destroy()
    },
  }
}

/** The errors of sockets and certificates with a reason of their own, by their code. */
const REASONS: Partial<Record<string, AttemptError>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
}

const toReason = ({ code = '' }: NodeJS.ErrnoException, otherwise: AttemptError = 'connection'): AttemptError => {
  if (code.startsWith('HPE_')) return 'response'
  // With TLS 1.3, a server that demands a client certificate refuses only after the handshake.
  return code.startsWith('ERR_SSL_') ? 'tls' : (REASONS[code] ?? otherwise)
}

/** Waits for an event of a socket. Later errors are ignored. */
const waitFor = (socket: Socket, event: string, reason: AttemptError): Promise<void> =>
  new Promise((resolve, reject) => {
    const onClose = () => reject(new SendFailure(reason))
    socket.on('error', (error) => reject(new SendFailure(toReason(error, reason), error)))
    socket.once('close', onClose)
    socket.once(event, () => {
      socket.off('close', onClose)
      resolve()
    })
  })

/** Connects to one of the checked addresses, and sends nothing yet. */
const connect = async ({ url, addresses }: Target, sockets: Sockets): Promise<Socket> => {
  const records = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_name, _options, callback) => callback(null, records)
  const options = {
    host: toHost(url),
    port: Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT,
  }
  const socket = sockets.open(() => openSocket(options))
  await waitFor(socket, 'connect', 'connection')
  const address = canonicalAddress(socket.remoteAddress ?? '')
  if (address === null || !addresses.includes(address)) throw new SendFailure('address')
  return socket
}

const secure = async (socket: Socket, url: URL, sockets: Sockets, ca?: string): Promise<Socket> => {
  const host = toHost(url)
  const options = {
    socket,
    host,
    // RFC 6066: a server name is not an address, and has no trailing dot.
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  }
  const session = sockets.open(() => openTls(options))
  await waitFor(session, 'secureConnect', 'tls')
  return session
}

/** What the receiver asks for, at most MAX_RETRY_AFTER. */
const readRetryAfter = (header: string | undefined): number | null => {
  const seconds = parseRetryAfter(header, new Date())
  return seconds === null ? null : Math.min(seconds, MAX_RETRY_AFTER)
}

const toResponse = ({ statusCode = 0, headers }: IncomingMessage): Response => {
  if (statusCode < 200 || statusCode > 599) throw new SendFailure('response')
  return { status: statusCode, error: null, retry_after: readRetryAfter(headers['retry-after']) }
}

/** Reads a response to its end, or to the maximum size. */
const readBody = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    let read = 0
    response.on('data', ({ length }: Buffer) => {
      read += length
      if (read >= MAX_RESPONSE_SIZE) resolve()
    })
    response.once('end', resolve)
    response.on('error', (error) => reject(new SendFailure(toReason(error), error)))
  })

const post = (socket: Socket, url: URL, headers: Message['headers'], body: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      maxHeaderSize: MAX_HEADER_SIZE,
      headers: Object.entries({
        ...headers,
        host: url.host,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'basketball-data-webhooks/1',
        connection: 'close',
      }).flat(),
    })
    let response: IncomingMessage | null = null
    request.on('error', (error) => {
      // Ignores bytes after a complete response, for example from a receiver with a wrong Content-Length.
      if (response?.complete !== true) reject(new SendFailure(toReason(error), error))
    })
    request.once('upgrade', () => reject(new SendFailure('response')))
    request.on('information', () => {
      if (socket.bytesRead > MAX_RESPONSE_SIZE) reject(new SendFailure('response'))
    })
    request.once('response', (received) => {
      response = received
      readBody(received)
        .then(() => toResponse(received))
        .then(resolve, reject)
    })
    request.end(body)
  })

const sendOnce = async ({ url: text, headers, body }: Message, options: SendOptions, sockets: Sockets) => {
  const target = await checkTarget(text, options.rules, options.resolve)
  const socket = await connect(target, sockets)
  const { url } = target
  const channel = url.protocol === 'https:' ? await secure(socket, url, sockets, options.ca) : socket
  return post(channel, url, headers, body)
}

const toAttemptError = (error: unknown): AttemptError => {
  if (error instanceof BadTarget) return error.reason === 'url' ? 'address' : error.reason
  if (error instanceof SendFailure) return error.reason
  throw error
}

/**
 * Sends a message once, as POST, to an address that is checked again. Redirects are not followed, and at most 64 kB of
 * the response are read. Every failure of the receiver is part of the result.
 */
export const send = async (
  message: Message,
  { timeout = RESPONSE_TIMEOUT, ...options }: SendOptions,
): Promise<Attempt> => {
  const at = new Date()
  const started = performance.now()
  const sockets = createSockets()
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SendFailure('timeout')), timeout)
  const result = await Promise.race([sendOnce(message, options, sockets), expired])
    .catch((error: unknown) => ({ status: null, error: toAttemptError(error), retry_after: null }))
    .finally(() => {
      clearTimeout(timer)
      sockets.end()
    })
  return { at, duration: Math.round(performance.now() - started), ...result }
}
