import { VerificationError } from '@basketball-data/webhooks'
import { createReceiver, type RawDelivery, MAX_BYTES, type ReceiverOptions, type ReceiverResponse } from './receiver.ts'

export type { ReceiverOptions }

/** The used part of Fastify's request. */
export interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/** The used part of Fastify's reply. */
export interface FastifyReply {
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(text: string): unknown
}

/** The used part of Fastify's instance. */
export interface FastifyInstance<Source> {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (...args: never[]) => void,
  ): unknown
  post(
    path: string,
    options: { bodyLimit: number },
    handler: (request: Source, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

/** Options of a receiver on Fastify. */
export interface FastifyReceiverOptions<Source> extends ReceiverOptions<Source> {
  /** The path of the route. */
  path: string
}

const readParsed = ({ headers, body }: FastifyRequest): RawDelivery => {
  if (body == null) return { headers, body: '' }
  if (typeof body === 'string' || body instanceof Uint8Array) return { headers, body }
  throw new VerificationError(
    'body_parsed',
    'The body was already parsed, and only the raw body can be verified. A hook of the app replaces request.body: let it skip the route of the webhook.',
  )
}

/** A parser that returns the body unchanged. */
const rawParser = (_request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void): void =>
  done(null, body)

const send = (reply: FastifyReply, { status, headers, text }: ReceiverResponse): unknown => {
  reply.code(status)
  reply.headers(headers)
  return reply.send(text)
}

/**
 * A plugin for Fastify: a POST route that reads the raw body. The parsers of other routes are not affected.
 * @throws TypeError when there is no secret
 * @example
 * app.register(webhook({ path: '/hook', secret, handle: (event) => save(event) }))
 */
export const webhook = <Source extends FastifyRequest = FastifyRequest>(
  options: FastifyReceiverOptions<Source>,
): ((app: FastifyInstance<Source>) => Promise<void>) => {
  const { path, maxBytes = MAX_BYTES } = options
  const receive = createReceiver(options)
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, rawParser)
    app.post(path, { bodyLimit: maxBytes }, async (request, reply) =>
      send(reply, await receive(request, () => readParsed(request))),
    )
  }
}
