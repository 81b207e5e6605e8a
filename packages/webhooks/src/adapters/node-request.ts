import { VerificationError } from '@basketball-data/webhooks'
import { type Answer, type Incoming, MAX_BYTES } from './receiver.ts'

/** What of node:http's `IncomingMessage` is needed, and what body parsers put there. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableDidRead: boolean
  readonly destroyed: boolean
  /** What a body parser has made of the body. */
  readonly body?: unknown
  /** The raw body, where a platform keeps it beside the parsed one, as cloud functions do. */
  readonly rawBody?: unknown
  on(event: 'data', listener: (chunk: string | Uint8Array) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
}

/** What of node:http's `ServerResponse` is needed. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(text: string): unknown
}

/** Goes on taking what comes after the limit, without keeping it, so that the answer can be sent. */
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
    const close = () => reject(new Error('The connection was closed before the whole body came.'))
    request.on('close', close)
    if (request.destroyed) close()
  })

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

/**
 * The raw body of a request of node:http: read from it, or as `express.raw()`, `express.text()` or a platform left it.
 * @throws VerificationError `body_parsed` when something has read it before and kept no raw body
 */
export const readIncoming = async (request: NodeRequest, max: number = MAX_BYTES): Promise<Incoming> => {
  const { headers } = request
  if (!request.readableDidRead) {
    const tooLarge = Number(headers['content-length']) > max
    return { headers, body: tooLarge ? null : await readAtMost(request, max) }
  }
  const body = [request.rawBody, request.body].find(isRaw)
  if (body === undefined)
    throw new VerificationError(
      'body_parsed',
      'The body was read before, and only the raw body can be verified. Express: put the route of the webhook above app.use(express.json()). Elsewhere: let nothing read the request before the webhook does.',
    )
  return { headers, body: body.length > max ? null : body }
}

/** Sends an answer. */
export const send = (response: NodeResponse, { status, headers, text }: Answer): void => {
  response.writeHead(status, headers)
  response.end(text)
}
