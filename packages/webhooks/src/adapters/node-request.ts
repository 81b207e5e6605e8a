import { VerificationError } from '@basketball-data/webhooks'
import { MAX_BYTES, type RawDelivery, type ReceiverResponse } from './receiver.ts'

/** The members of node:http's `IncomingMessage` that are used here, and the fields that body parsers set. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableDidRead: boolean
  readonly destroyed: boolean
  /** The result of a body parser. */
  readonly body?: unknown
  /** The raw body, which cloud functions set in addition to the parsed one. */
  readonly rawBody?: unknown
  on(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
}

/** The members of node:http's `ServerResponse` that are used here. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(text: string): unknown
}

/** Reads a body; null when it is larger than `max` bytes. Drains the rest of it, so that the response can be sent. */
const readAtMost = (request: NodeRequest, max: number): Promise<Uint8Array | null> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      size += bytes.length
      if (size <= max) chunks.push(bytes)
      else resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    const rejectIfClosed = () => reject(new Error('The connection was closed before the whole body arrived.'))
    request.on('close', rejectIfClosed)
    if (request.destroyed) rejectIfClosed()
  })

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

/**
 * The headers and the raw body of a request of node:http. If the body was already read, it comes from `express.raw()`,
 * `express.text()` or the platform.
 * @throws VerificationError `body_parsed` when it was already read and there is no raw body
 */
export const readDelivery = async (request: NodeRequest, max: number = MAX_BYTES): Promise<RawDelivery> => {
  const { headers } = request
  if (!request.readableDidRead) {
    const tooLarge = Number(headers['content-length']) > max
    return { headers, body: tooLarge ? null : await readAtMost(request, max) }
  }
  const body = [request.rawBody, request.body].find(isRaw)
  if (body === undefined)
    throw new VerificationError(
      'body_parsed',
      'The body was already read, and only the raw body can be verified. Express: put the route of the webhook above app.use(express.json()). Elsewhere: let nothing read the request before the webhook does.',
    )
  return { headers, body: body.length > max ? null : body }
}

/** Sends the response of a receiver. */
export const send = (response: NodeResponse, { status, headers, text }: ReceiverResponse): void => {
  response.writeHead(status, headers)
  response.end(text)
}
