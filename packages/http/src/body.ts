import { hash as digest } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { stringify } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { badRequest, ServiceError } from '@basketball-data/core'
import type { UploadedFile } from '@basketball-data/core/contract'
import type { Context } from 'hono'
import { cloneRawRequest } from 'hono/request'
import { parseAccept } from 'hono/utils/accept'

/** Bytes of a body at most, unless its endpoint takes more. */
const MAX_BYTES = 64 * 1024

const readContentLength = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

const hasBody = ({ headers }: Request): boolean => readContentLength(headers) > 0 || headers.has('transfer-encoding')

/** When the body of a request is given up, by request. */
const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Calls `onLate` if the body of a request does not arrive within so many milliseconds, unless `awaitBody` is called for it. */
export const limitBody = (incoming: IncomingMessage, milliseconds: number, onLate: () => void): void => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers
  if (length === '0' && coding === undefined) return
  const timer = setTimeout(() => !incoming.complete && onLate(), milliseconds)
  bodyTimers.set(incoming, timer)
  for (const end of ['end', 'close']) incoming.once(end, () => clearTimeout(timer))
}

/** Lets the body of a request arrive for as long as it takes; without effect in a process without a server. */
export const awaitBody = ({ env }: Context): void => {
  const { incoming }: { incoming?: unknown } = Object(env)
  if (incoming instanceof IncomingMessage) clearTimeout(bodyTimers.get(incoming))
}

/** @throws ServiceError bad_request if a request has a body and its endpoint takes none */
export const refuseBody = (request: Request): void => {
  if (hasBody(request)) throw badRequest(`A ${request.method} request to this path takes no body.`)
}

/** Many clients send an empty JSON object with every request that is not a GET. */
const EMPTY_BODY = /^(?:\{\s*\})?$/

/** @throws ServiceError bad_request if the request of an endpoint without fields has a body other than `{}` */
export const refuseFields = async (request: Request): Promise<void> => {
  if (!EMPTY_BODY.test(decodeBody(await readBytes(request)).trim()))
    throw badRequest(`A ${request.method} request to this path takes no body, or an empty JSON object.`)
}

/** An aborted upload is the client's fault. @throws ServiceError bad_request */
export const refuseAborted = (error?: unknown): never => {
  throw error instanceof ServiceError ? error : badRequest('The body broke off before its end.')
}

const replaceBody = (
  { method, url, headers, signal }: Request,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
): Request => new Request(url, { method, headers, signal, body, duplex: 'half' })

/** What a parser such as `express.json()` has left of a body in `req.body`; undefined if it has left nothing. */
const serializeParsed = (incoming: IncomingMessage): string | Uint8Array<ArrayBuffer> | undefined => {
  const body: unknown = 'body' in incoming ? incoming.body : undefined
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  const { 'content-type': type = '' } = incoming.headers
  if (body !== undefined && /^application\/x-www-form-urlencoded\b/i.test(type)) return stringify({ ...Object(body) })
  return /^application\/json\b/i.test(type) ? JSON.stringify(body) : undefined
}

/** A body that is no longer known. Reading it fails; until then the request can be refused for another reason. */
const createLostBody = (): ReadableStream =>
  new ReadableStream({
    pull: (stream) =>
      stream.error(
        badRequest(
          'The body was read before the request came to the service. Mount the service before body parsers; the guide "Embedding the core" shows how.',
        ),
      ),
  })

/**
 * The request, with its body also if the program that embeds the app has read it: Express keeps it in `req.body`, Hono in its cache.
 */
export const restoreBody = ({ req, env }: Context): Request | Promise<Request> => {
  const { raw } = req
  if (raw.method === 'GET' || raw.method === 'HEAD' || !hasBody(raw)) return raw
  if (raw.bodyUsed) return cloneRawRequest(req).catch(() => replaceBody(raw, createLostBody()))
  const { incoming }: { incoming?: unknown } = Object(env)
  if (!(incoming instanceof IncomingMessage) || !incoming.readableDidRead || 'rawBody' in incoming) return raw
  return replaceBody(raw, serializeParsed(incoming) ?? createLostBody())
}

/** @throws ServiceError bad_request for a body that is said to be encoded: it would be read as what it is not */
export const refuseEncoded = (headers: Headers): void => {
  const encodings = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (encodings.some((name) => name !== '' && name !== 'identity'))
    throw badRequest('The body must be sent as it is, without Content-Encoding.')
}

/**
 * Reads the body of a request. If it is too large, the rest is left unread, and the server closes the connection.
 * @throws ServiceError bad_request if it is larger than `maxBytes`, encoded, or aborted
 */
export const readBytes = async (
  { headers, body }: Request,
  maxBytes = MAX_BYTES,
  tooLarge = badRequest(`The body must have at most ${maxBytes} bytes.`),
): Promise<Uint8Array<ArrayBuffer>> => {
  if (readContentLength(headers) > maxBytes) throw tooLarge
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { value } = (await reader?.read().catch(refuseAborted)) ?? {}
    if (value === undefined) break
    length += value.length
    if (length > maxBytes) throw tooLarge
    chunks.push(value)
  }
  if (length > 0) refuseEncoded(headers)
  return Buffer.concat(chunks, length)
}

/** The texts and the files of a form; a file input without a file is left out. */
export type Form = { form: URLSearchParams; files: UploadedFile[] }

/** Texts and files of a form at most: reading one takes time, however small it is. */
const MAX_PARTS = 1000

/** Reads a form with files. @throws ServiceError bad_request for a body that is none */
export const parseMultipart = async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Form> => {
  const parts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .match(/content-disposition/gi)
  if ((parts?.length ?? 0) > MAX_PARTS) throw badRequest(`A form has at most ${MAX_PARTS} fields and files.`)
  const data = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null)
  if (data === null) throw badRequest('The form is broken: send it again.')
  const form = new URLSearchParams()
  const files: UploadedFile[] = []
  for (const [name, value] of data)
    if (typeof value === 'string') form.append(name, value)
    else if (value.size > 0 || value.name !== '')
      files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
  return { form, files }
}

/** Whether a body is said to be a form with files. */
export const isMultipart = ({ headers }: Request): boolean =>
  /^\s*multipart\/form-data\s*(?:;|$)/i.test(headers.get('content-type') ?? '')

/** @throws ServiceError bad_request if the bytes are not UTF-8 */
export const decodeBody = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not UTF-8.')
  }
}

/** The encodings of a response body; of those that compress, the cheapest first. */
export const ENCODINGS = ['gzip', 'br', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The encoding with the highest weight in `Accept-Encoding`; of several, the first in `preferred`. */
export const chooseEncoding = (header: string | null, preferred: readonly Encoding[] = ENCODINGS): Encoding => {
  if (header === null || header === '') return 'identity'
  const accepted = parseAccept(header)
  const weight = (encoding: Encoding): number => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding)
    return (named ?? accepted.find(({ type }) => type === '*'))?.q ?? 0
  }
  const best = Math.max(...preferred.map(weight))
  return best === 0 ? 'identity' : (preferred.find((encoding) => weight(encoding) === best) ?? 'identity')
}

const gzipAsync = promisify(gzip)
const gunzipAsync = promisify(gunzip)
const brotliAsync = promisify(brotliCompress)
const unbrotliAsync = promisify(brotliDecompress)

/** How a body is compressed: fast if it is sent once, small if it is cached. */
const LEVELS = { fast: { gzip: 1, br: 3 }, small: { gzip: constants.Z_DEFAULT_COMPRESSION, br: 5 } }

/** Compresses a body. */
export const encode = (
  text: string | Uint8Array,
  encoding: Exclude<Encoding, 'identity'>,
  level: keyof typeof LEVELS = 'fast',
): Promise<Uint8Array<ArrayBuffer>> =>
  encoding === 'gzip'
    ? gzipAsync(text, { level: LEVELS[level].gzip })
    : brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS[level].br } })

/** Decompresses a body that `encode` has compressed. */
export const decode = (
  body: string | Uint8Array,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Uint8Array<ArrayBuffer>> => (encoding === 'gzip' ? gunzipAsync(body) : unbrotliAsync(body))

/** The strong ETag of a body in an encoding. */
export const toEtag = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`

/** Whether `If-None-Match` has the ETag of this body in any encoding. */
export const matchesEtag = (header: string | null, hash: string): boolean => {
  if (header === null) return false
  if (header.trim() === '*') return true
  const etags = new Set(ENCODINGS.map((encoding) => toEtag(hash, encoding)))
  return header.split(',').some((tag) => etags.has(tag.trim().replace(/^W\//, '')))
}

/** A body: text is sent in one write with its headers, bytes are in another one. */
export type Body = string | Uint8Array<ArrayBuffer>

/** Bytes from which only the compressed body is kept: the rare client that does not accept it gets it decompressed. */
const LARGE = 65_536

/** Bytes up to which the JSON is kept as text. */
const SMALL = 16_384

/** The JSON of a whole response, which is sent as it is: hashed once, and compressed once for each encoding. */
export class CachedResponse {
  /** SHA-256 of the JSON, base64url. */
  readonly hash: string
  /** Length of the JSON, bytes. */
  readonly length: number
  /** Called when the number of bytes that are kept has changed. */
  onResize: () => void = () => {}
  readonly #bodies = new Map<Encoding, Body>()

  constructor(json: string) {
    const bytes = new TextEncoder().encode(json)
    this.hash = digest('sha256', bytes, 'base64url')
    this.length = bytes.length
    this.#bodies.set('identity', bytes.length <= SMALL ? json : bytes)
  }

  /** Bytes that are kept. */
  get size(): number {
    let size = 0
    for (const body of this.#bodies.values()) size += typeof body === 'string' ? 2 * body.length : body.length
    return size
  }

  /** The body in an encoding, if it has been made. */
  ready(encoding: Encoding): Body | undefined {
    return this.#bodies.get(encoding)
  }

  /** The body in an encoding. */
  async body(encoding: Encoding): Promise<Body> {
    const ready = this.ready(encoding)
    if (ready !== undefined) return ready
    const json = await this.#json()
    if (encoding === 'identity') return json
    const body = await encode(json, encoding, 'small')
    this.#bodies.set(encoding, body)
    if (this.length >= LARGE) this.#bodies.delete('identity')
    this.onResize()
    return body
  }

  /** The parsed JSON. */
  async data(): Promise<unknown> {
    const json = await this.#json()
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))
  }

  async #json(): Promise<Body> {
    const [json, zipped, brotli] = [this.ready('identity'), this.ready('gzip'), this.ready('br')]
    if (json !== undefined) return json
    if (zipped !== undefined) return decode(zipped, 'gzip')
    return brotli === undefined ? '' : decode(brotli, 'br')
  }
}

/** A response with Content-Length, which a response to HEAD has too. */
export const sizedResponse = (
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response =>
  new Response(body, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
