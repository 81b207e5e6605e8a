import { VerificationError } from '@basketball-data/webhooks'
import { type Answer, type Incoming, MAX_BYTES, receiver, type ReceiverOptions } from './receiver.ts'

export type { ReceiverOptions }

/** What of Fastify's request is needed. */
export interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/** What of Fastify's reply is needed. */
export interface FastifyReply {
  code(status: number): unknown
  headers(headers: Record<string, string>): unknown
  send(text: string): unknown
}

/** What of Fastify's instance is needed. */
export interface FastifyInstance<Source> {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (...given: never[]) => void,
  ): unknown
  post(
    path: string,
    options: { bodyLimit: number },
    handler: (request: Source, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

/** What a receiver on Fastify does. */
export interface FastifyReceiverOptions<Source> extends ReceiverOptions<Source> {
  /** Where deliveries are sent to. */
  path: string
}

const readParsed = ({ headers, body }: FastifyRequest): Incoming => {
  if (body == null) return { headers, body: '' }
  if (typeof body === 'string' || body instanceof Uint8Array) return { headers, body }
  throw new VerificationError(
    'body_parsed',
    'The body was parsed before, and only the raw body can be verified. A hook of the app replaces request.body: let it pass over the route of the webhook.',
  )
}

/** A parser that leaves the body as it is. */
const passOn = (_request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void): void =>
  done(null, body)

const send = (reply: FastifyReply, { status, headers, text }: Answer): unknown => {
  reply.code(status)
  reply.headers(headers)
  return reply.send(text)
}

/**
 * A plugin for Fastify: a POST route that takes the raw body. The parsers of other routes stay as they are.
 * @throws TypeError when there is no secret
 * @example
 * app.register(webhook({ path: '/hook', secret, handle: (event) => save(event) }))
 */
export const webhook = <Source extends FastifyRequest = FastifyRequest>(
  options: FastifyReceiverOptions<Source>,
): ((app: FastifyInstance<Source>) => Promise<void>) => {
  const { path, maxBytes = MAX_BYTES } = options
  const receive = receiver(options)
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, passOn)
    app.post(path, { bodyLimit: maxBytes }, async (request, reply) =>
      send(reply, await receive(request, () => readParsed(request))),
    )
  }
}
