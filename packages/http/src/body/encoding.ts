import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

/** How the body of an answer can be encoded on the wire, what costs least first among those that compress. */
export const ENCODINGS = ['gzip', 'br', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The encoding to answer with: the one the client likes best, gzip where it likes several the same. */
export const chooseEncoding = (header: string | null): Encoding => {
  if (header === null || header === '') return 'identity'
  const accepted = parseAccept(header)
  const weight = (encoding: Encoding): number => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding)
    if (named !== undefined) return named.q
    const others = accepted.find(({ type }) => type === '*')
    return others?.q ?? (encoding === 'identity' ? 0.0001 : 0)
  }
  const best = Math.max(...ENCODINGS.map(weight))
  return best === 0 ? 'identity' : (ENCODINGS.find((encoding) => weight(encoding) === best) ?? 'identity')
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Compresses fast rather than tight: an answer is sent once. */
export const encode = (
  text: string | Uint8Array,
  encoding: Exclude<Encoding, 'identity'>,
): Promise<Uint8Array<ArrayBuffer>> =>
  encoding === 'gzip'
    ? gzipAsync(text, { level: 1 })
    : brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
