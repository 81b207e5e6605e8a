import { VerificationError } from './verification-error.ts'

/** The text or the bytes of a body exactly as they were sent, before anything parsed them. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** A fetch `Request` whose body nobody has read yet. */
export interface RequestLike {
  readonly headers: { get(name: string): string | null }
  readonly bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
}

const parsed = (what: string) =>
  new VerificationError(
    'body_parsed',
    `The body is ${what}; only a raw body can be verified. Express: express.raw({ type: '*/*' }). Fastify: parseAs: 'buffer'. Hono, Next: the unread Request.`,
  )

/** Whether the value is a `Request`, of whichever realm or library. */
export const isRequest = (body: RawBody | RequestLike): body is RequestLike => 'arrayBuffer' in Object(body)

/**
 * The bytes of a request.
 * @throws VerificationError `body_parsed` when the body was read already
 */
export const bytesOf = async (request: RequestLike): Promise<Uint8Array> => {
  if (request.bodyUsed) throw parsed('read already')
  return new Uint8Array(await request.arrayBuffer())
}

/**
 * Text or bytes of a raw body, of whichever realm.
 * @throws VerificationError `body_parsed` when it is anything else: an object has lost the bytes that were signed
 */
export const textOrBytes = (body: unknown): string | Uint8Array => {
  if (typeof body === 'string') return body
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  const given: object = Object(body)
  if ('pipe' in given || 'getReader' in given) throw parsed('a stream: read it to bytes first')
  throw parsed(body ? 'parsed already' : 'missing')
}
