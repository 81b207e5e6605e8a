import { hash as digest } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { badRequest } from '@basketball-data/core'
import { parseAccept } from 'hono/utils/accept'

/** Maximum size of a body, bytes. */
const LIMIT = 64 * 1024

const readContentLength = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

/** @throws ServiceError bad_request if a request has a body and its endpoint takes none */
export const refuseBody = ({ method, headers }: Request): void => {
  if (readContentLength(headers) > 0 || headers.has('transfer-encoding'))
    throw badRequest(`A ${method} request to this path takes no body.`)
}

/** Many clients send an empty JSON object with every request that is not a GET. */
const EMPTY_BODY = /^(?:\{\s*\})?$/

/** @throws ServiceError bad_request if the request of an endpoint without fields has a body other than `{}` */
export const refuseFields = async (request: Request): Promise<void> => {
  if (!EMPTY_BODY.test(decodeBody(await readBytes(request)).trim()))
    throw badRequest(`A ${request.method} request to this path takes no body, or an empty JSON object.`)
}

/** An aborted upload is the client's fault. */
const refuseAborted = (): never => {
  throw badRequest('The body broke off before its end.')
}

/** @throws ServiceError bad_request for a body that is said to be encoded: it would be read as what it is not */
const refuseEncoded = (headers: Headers): void => {
  const encodings = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (encodings.some((name) => name !== '' && name !== 'identity'))
    throw badRequest('The body must be sent as it is, without Content-Encoding.')
}

/**
 * Reads the body of a request. If it is too large, the rest is left unread, and the server closes the connection.
 * @throws ServiceError bad_request if it is larger than 64 kB, encoded, or aborted
 */
export const readBytes = async ({ headers, body }: Request): Promise<Uint8Array> => {
  const tooLarge = badRequest(`The body must have at most ${LIMIT} bytes.`)
  if (readContentLength(headers) > LIMIT) throw tooLarge
  const bytes = new Uint8Array(LIMIT)
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { value } = (await reader?.read().catch(refuseAborted)) ?? {}
    if (value === undefined) break
    if (length + value.length > LIMIT) throw tooLarge
    bytes.set(value, length)
    length += value.length
  }
  if (length > 0) refuseEncoded(headers)
  return bytes.subarray(0, length)
}

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
