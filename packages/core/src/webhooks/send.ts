import { request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP, connect as openSocket, type LookupFunction, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import type { Resolve } from './resolve.ts'
import { BadTarget, canonicalAddress, checkTarget, hostOf, type Target, type TargetRules } from './target.ts'

/**
 * Why a try got no status: no whole answer in time, a name that does not resolve, an address that is not to be
 * connected to, no TLS session, no connection or one cut short, an answer that is not HTTP; or nothing was sent, since
 * the secret to sign with cannot be decrypted.
 */
export type TryError = 'timeout' | 'dns' | 'address' | 'tls' | 'connection' | 'answer' | 'secret'

/** What came of one try. */
export type Try = {
  at: Date
  /** Milliseconds, from the question for the name to the last byte read. */
  duration: number
} & (Answered | { status: null; error: TryError; retry_after: null })

type Answered = {
  /** 200 to 599. */
  status: number
  error: null
  /** Seconds the receiver asks to be left alone for; null when its answer has no `Retry-After` or none that is right. */
  retry_after: number | null
}

/** What is sent. */
export type Message = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** How it is sent. */
export type SendOptions = {
  rules: TargetRules
  /** Milliseconds from the question for the name to the end of the answer. */
  timeout?: number
  resolve?: Resolve
  /** A certificate, PEM, that is trusted in place of the system's. */
  ca?: string
}

/** Bytes of an answer that are read at most. */
const ANSWER_LIMIT = 64 * 1024
const HEADER_LIMIT = 16 * 1024
/** Milliseconds for one of several addresses before the next is tried: longer than a round trip around the world. */
const ADDRESS_TIME = 1000
/** The largest integer of a column. */
const LONGEST_WAIT = 2 ** 31 - 1

class Failed extends Error {
  readonly reason: TryError

  constructor(reason: TryError, cause?: unknown) {
    super(`failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Waits for `work`, but no longer than `signal` lets it. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Failed('timeout')), { once: true })
  })
  return Promise.race([work, aborted])
}

/** Waits for an event of a socket that is destroyed with `signal`; from here on none of its errors goes unheard. */
const reached = (socket: Socket, event: string, reason: TryError, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    socket.once(event, resolve)
    socket.on('error', (error) => reject(new Failed(reason, error)))
    socket.once('close', () => reject(new Failed(reason)))
  })

/** A connection to one of the checked addresses on which nothing has been sent yet. */
const connect = async ({ url, addresses }: Target, signal: AbortSignal): Promise<Socket> => {
  const lookup: LookupFunction = (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  const socket = openSocket({
    host: hostOf(url),
    port: Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIME,
  })
  await reached(socket, 'connect', 'connection', signal)
  const address = canonicalAddress(socket.remoteAddress ?? '')
  if (address === null || !addresses.includes(address)) throw new Failed('address')
  return socket
}

const secure = async (socket: Socket, url: URL, signal: AbortSignal, ca?: string): Promise<Socket> => {
  const host = hostOf(url)
  const session = openTls({
    socket,
    host,
    // An address is no server name (RFC 6066), and neither is a name with the root's dot.
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
  await reached(session, 'secureConnect', 'tls', signal)
  return session
}

const reasonOf = (error: NodeJS.ErrnoException): TryError => {
  if (error.code?.startsWith('HPE_') === true) return 'answer'
  // A server of TLS 1.3 refuses a client after the handshake.
  return error.code?.startsWith('ERR_SSL_') === true ? 'tls' : 'connection'
}

/** Seconds of a `Retry-After`, whose date may be in any of the three forms of HTTP. */
const readRetryAfter = (value: string | undefined, now: number): number | null => {
  if (value === undefined) return null
  const isDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)
  const date = isDate ? Date.parse(value.endsWith('GMT') ? value : `${value} GMT`) : Number.NaN
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((date - now) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), LONGEST_WAIT)
}

const answered = ({ statusCode = 0, headers }: IncomingMessage): Answered => {
  if (statusCode < 200 || statusCode > 599) throw new Failed('answer')
  return { status: statusCode, error: null, retry_after: readRetryAfter(headers['retry-after'], Date.now()) }
}

/** The whole answer, or as much of it as is read. */
const arrival = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    let read = 0
    response.on('data', ({ length }: Buffer) => {
      read += length
      if (read >= ANSWER_LIMIT) resolve()
    })
    response.once('end', resolve)
    response.on('error', (error) => reject(new Failed(reasonOf(error), error)))
  })

const post = (socket: Socket, url: URL, headers: Message['headers'], body: Buffer): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      maxHeaderSize: HEADER_LIMIT,
      headers: {
        ...headers,
        host: url.host,
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        'user-agent': 'basketball-data-webhooks/1',
        connection: 'close',
      },
    })
    let response: IncomingMessage | null = null
    request.on('error', (error) => {
      // Bytes after a whole answer, from a receiver that counts characters for instance, take nothing from it.
      if (response?.complete !== true) reject(new Failed(reasonOf(error), error))
    })
    request.once('upgrade', () => reject(new Failed('answer')))
    request.on('information', () => {
      if (socket.bytesRead > ANSWER_LIMIT) reject(new Failed('answer'))
    })
    request.once('response', (received) => {
      response = received
      arrival(received)
        .then(() => answered(received))
        .then(resolve, reject)
    })
    request.end(body)
  })

const tryOnce = async ({ url: text, headers, body }: Message, options: SendOptions, signal: AbortSignal) => {
  const target = await checkTarget(text, options.rules, options.resolve)
  // The name may have taken longer than the try: what begins now would be ended by nobody.
  signal.throwIfAborted()
  const socket = await connect(target, signal)
  const { url } = target
  const channel = url.protocol === 'https:' ? await secure(socket, url, signal, options.ca) : socket
  return post(channel, url, headers, Buffer.from(body))
}

const failureOf = (error: unknown, signal: AbortSignal): TryError => {
  if (signal.aborted) return 'timeout'
  if (error instanceof BadTarget) return error.reason === 'dns' ? 'dns' : 'address'
  if (error instanceof Failed) return error.reason
  throw error
}

/**
 * Sends a message once, as POST, to an address that is checked anew; whatever the other side does is in the answer.
 * Redirects are not followed, what the receiver says is not kept: at most 64 kB are read of it.
 */
export const send = async (message: Message, { timeout = 10_000, ...options }: SendOptions): Promise<Try> => {
  const at = new Date()
  const started = performance.now()
  // Its end is the end of every socket of this try.
  const life = new AbortController()
  const timer = setTimeout(() => life.abort(), timeout)
  const outcome = await orAborted(tryOnce(message, options, life.signal), life.signal)
    .catch((error: unknown) => ({ status: null, error: failureOf(error, life.signal), retry_after: null }))
    .finally(() => {
      clearTimeout(timer)
      life.abort()
    })
  return { at, duration: Math.round(performance.now() - started), ...outcome }
}
