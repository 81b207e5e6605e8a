import { VerificationError } from '@basketball-data/webhooks'
import { type RawDelivery, MAX_BYTES, type ReceiverResponse } from './receiver.ts'

/** Reads a body; null when it is larger than `max` bytes. */
const readAtMost = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  max: number,
): Promise<ArrayBuffer | null> => {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks).arrayBuffer()
    size += value.length
    if (size > max) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}

/**
 * The raw body of a fetch request.
 * @throws VerificationError `body_parsed` when it was already read
 */
export const readRequest = async (request: Request, max: number = MAX_BYTES): Promise<RawDelivery> => {
  if (request.bodyUsed || request.body?.locked === true)
    throw new VerificationError(
      'body_parsed',
      'The body of the Request was already read, and only the raw body can be verified. Let the webhook read it first, or read request.clone().',
    )
  const { headers, body } = request
  if (Number(headers.get('Content-Length')) > max) return { headers, body: null }
  return { headers, body: body === null ? '' : await readAtMost(body, max) }
}

/** The fetch response of a receiver. */
export const toResponse = ({ status, headers, text }: ReceiverResponse): Response =>
  new Response(text, { status, headers })
