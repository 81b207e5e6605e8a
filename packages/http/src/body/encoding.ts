import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

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

/** A response with Content-Length, which a response to HEAD has too. */
export const sizedResponse = (
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response =>
  new Response(body, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } })
