import { hash as digest } from 'node:crypto'
import { CompressedResponse } from '@basketball-data/core'
import { chooseEncoding, encode, type Encoding } from '../body/encoding.ts'
import { isKnown, strongTag } from '../body/etag.ts'
import { sized } from '../body/sized.ts'

/** Shorter bodies are not worth compressing. */
const WORTH_COMPRESSING = 1024

const NOT_MODIFIED = 304

const withContent = (headers: Record<string, string>, encoding: Encoding): Record<string, string> => ({
  ...headers,
  'content-type': 'application/json; charset=utf-8',
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
})

/** The body of a success, from data or as it was stored, in the encoding the client asks for. */
const bodyOf = async (answer: unknown, accept: string | null) => {
  const wanted = chooseEncoding(accept)
  if (answer instanceof CompressedResponse) {
    if (wanted === 'gzip') return { hash: answer.hash, encoding: wanted, body: async () => answer.gzip }
    return { hash: answer.hash, encoding: wanted, body: async () => encoded(await answer.text(), wanted) }
  }
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const bytes = new TextEncoder().encode(text)
  const hash = digest('sha256', bytes, 'base64url')
  const encoding = bytes.length < WORTH_COMPRESSING ? 'identity' : wanted
  return { hash, encoding, body: async () => encoded(bytes, encoding) }
}

const encoded = async (text: string | Uint8Array<ArrayBuffer>, encoding: Encoding) =>
  encoding === 'identity' ? text : encode(text, encoding)

/**
 * The answer to a successful call: JSON with a strong ETag, or 304 when the client has it already. `answer` is data,
 * JSON text, or an answer stored compressed.
 */
export const jsonAnswer = async (
  request: Headers,
  answer: unknown,
  headers: Record<string, string>,
): Promise<Response> => {
  const { hash, encoding, body } = await bodyOf(answer, request.get('accept-encoding'))
  const tagged = { ...headers, etag: strongTag(hash, encoding) }
  if (isKnown(request.get('if-none-match'), hash)) return new Response(null, { status: NOT_MODIFIED, headers: tagged })
  return sized(await body(), { status: 200, headers: withContent(tagged, encoding) })
}

/** The answer to a call that has changed something: for nobody to keep, and in full whatever the client has. */
export const actionAnswer = async (
  request: Headers,
  answer: unknown,
  { headers, status }: { headers: Record<string, string>; status: number },
): Promise<Response> => {
  const { encoding, body } = await bodyOf(answer, request.get('accept-encoding'))
  const kept = { ...headers, 'cache-control': 'no-store' }
  return sized(await body(), { status, headers: withContent(kept, encoding) })
}
