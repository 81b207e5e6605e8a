import { VerificationError } from './verification-error.ts'

/** The text or bytes of a body exactly as they were received, before any parser. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** A fetch `Request` whose body is unread. */
export interface RequestLike {
  readonly headers: { get(name: string): string | null }
  readonly bodyUsed: boolean
  arrayBuffer(): Promise<ArrayBuffer>
}

const notRaw = (state: string) =>
  new VerificationError(
    'body_parsed',
    `The body is ${state}; only a raw body can be verified. Express: express.raw({ type: '*/*' }). Fastify: parseAs: 'buffer'. Hono, Next: the unread Request.`,
  )

/** Whether the value is a `Request`, of any realm or library. */
export const isRequest = (body: RawBody | RequestLike): body is RequestLike => 'arrayBuffer' in Object(body)

/**
 * The bytes of a request.
 * @throws VerificationError `body_parsed` when the body was already read
 */
export const readRawBody = async (request: RequestLike): Promise<Uint8Array> => {
  if (request.bodyUsed) throw notRaw('already read')
  return new Uint8Array(await request.arrayBuffer())
}

/**
 * The text or bytes of a raw body, of any realm.
 * @throws VerificationError `body_parsed` for anything else: an object no longer has the signed bytes
 */
export const textOrBytes = (body: unknown): string | Uint8Array => {
  if (typeof body === 'string') return body
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  const value: object = Object(body)
  if ('pipe' in value || 'getReader' in value) throw notRaw('a stream: read it to bytes first')
  throw notRaw(body ? 'already parsed' : 'missing')
}
