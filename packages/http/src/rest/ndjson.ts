import { badRequest, ServiceError, type Core } from '@basketball-data/core'
import type { StreamedBundle, WrittenLines } from '@basketball-data/core/contract'
import { decodeBody, refuseAborted, refuseEncoded } from '../body.ts'
import { NOT_STORED } from '../call/caching.ts'
import type { RequestContext } from '../call/request-context.ts'
import { describeError } from '../errors/error-response.ts'

/** Milliseconds without a byte after which the sender of a stream is given up. */
const STALLED = 30_000
/** Bytes of a response that wait for their reader before no further line is read. */
const MAX_UNREAD = 2 ** 20

const IS_NDJSON = /^\s*application\/(?:x-)?ndjson\s*(?:;|$)/i
const NEWLINE = 10

const parseLine = (bytes: Uint8Array): StreamedBundle => {
  try {
    return { bundle: JSON.parse(decodeBody(bytes)) }
  } catch (error) {
    return { problem: error instanceof ServiceError ? 'is not UTF-8' : 'is not JSON' }
  }
}

/** Collects the bytes of lines; of one that is too long only its length. */
const createLines = (maxBytes: number) => {
  let parts: Uint8Array[] = []
  let length = 0
  return {
    add: (part: Uint8Array): void => {
      length += part.length
      if (length > maxBytes) parts = []
      else parts.push(part)
    },
    /** The line that ends here; undefined for a blank one. */
    end: (): StreamedBundle | undefined => {
      const isTooLong = length > maxBytes
      const bytes = Buffer.concat(parts)
      parts = []
      length = 0
      if (isTooLong) return { problem: `must have at most ${maxBytes} bytes` }
      return bytes.every((byte) => byte === 32 || (byte >= 9 && byte <= 13)) ? undefined : parseLine(bytes)
    },
  }
}

/** Reads the chunks of a body. @throws ServiceError if it breaks off or stalls, or the service stops */
async function* readChunks(
  body: ReadableStream<Uint8Array> | null,
  ending: AbortSignal | null,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (reader === undefined) return
  let interrupt = (_error: ServiceError): void => {}
  const stop = (): void => interrupt(new ServiceError('server_error', 'The service stops; send the rest again.'))
  ending?.addEventListener('abort', stop)
  try {
    for (;;) {
      if (ending?.aborted === true) stop()
      const stalled = badRequest(`Nothing has arrived for ${STALLED / 1000} seconds.`)
      const timer = setTimeout(() => interrupt(stalled), STALLED)
      const chunk = await new Promise<Uint8Array | undefined>((resolve, reject) => {
        interrupt = reject
        if (ending?.aborted === true) return stop()
        reader.read().then(({ value }) => resolve(value), reject)
      }).finally(() => clearTimeout(timer))
      if (chunk === undefined) return
      yield chunk
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    refuseAborted()
  } finally {
    ending?.removeEventListener('abort', stop)
  }
}

/**
 * Reads a body of lines of JSON while it arrives: a line that cannot be read costs only itself, and a blank one counts for nothing.
 * @throws ServiceError bad_request for another type of body; while it is read, if it breaks off or stalls, or the service stops
 */
export const readNdjson = (
  { request, awaitBody }: RequestContext,
  { maxBytes, ending }: { maxBytes: number; ending: AbortSignal | null },
): AsyncGenerator<StreamedBundle> => {
  if (!IS_NDJSON.test(request.headers.get('content-type') ?? ''))
    throw badRequest('The body must be sent with "Content-Type: application/x-ndjson".')
  refuseEncoded(request.headers)
  awaitBody()
  return readLines(request.body, maxBytes, ending)
}

async function* readLines(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  ending: AbortSignal | null,
): AsyncGenerator<StreamedBundle> {
  const lines = createLines(maxBytes)
  for await (const chunk of readChunks(body, ending)) {
    let start = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      lines.add(chunk.subarray(start, at))
      start = at + 1
      const line = lines.end()
      if (line !== undefined) yield line
    }
    lines.add(chunk.subarray(start))
  }
  const last = lines.end()
  if (last !== undefined) yield last
}

/**
 * The response that sends outcomes while they are made. If that fails, the last line has the error, and stands for the first bundle that
 * was not written. A client that does not read is not read from either, once so much waits for it.
 */
export const ndjsonResponse = (core: Core, context: RequestContext, lines: WrittenLines): Response => {
  const outcomes = lines[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const encode = (line: object): Uint8Array => encoder.encode(`${JSON.stringify(line)}\n`)
  const toLastLine = (error: unknown): object => {
    const { code, message, details } = describeError(core, context, error).fields
    if (context.failure !== undefined) context.reportLate(context.failure)
    return {
      external_id: null,
      outcome: 'refused',
      error: { code, message, ...(details !== undefined && { details }) },
    }
  }
  /** The next line, and whether it is the last one. */
  const readLine = async (): Promise<{ line?: object; done: boolean }> => {
    try {
      const { value, done = false } = await outcomes.next()
      return done ? { done } : { line: value, done }
    } catch (error) {
      return { line: toLastLine(error), done: true }
    }
  }
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { line, done } = await readLine()
        if (isCancelled) return
        if (line !== undefined) controller.enqueue(encode(line))
        if (!done) return
        context.release()
        controller.close()
      },
      cancel: () => {
        isCancelled = true
        lines.close()
        context.release()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  )
  // The last header asks proxies not to buffer the response.
  const headers = { ...NOT_STORED, 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' }
  return new Response(body, { status: 200, headers: { ...context.headers, ...headers } })
}
