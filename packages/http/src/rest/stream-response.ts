import { setInterval } from 'node:timers'
import type { EventStream, GameStreamEvent, StreamEnd, StreamEvent, StreamStart } from '@basketball-data/core/contract'
import { NOT_STORED } from '../call/caching.ts'
import type { RequestContext } from '../call/request-context.ts'

/** Milliseconds between two comments, which show that the connection works while there are no events. */
const HEARTBEAT_INTERVAL = 15_000
/** Milliseconds after which a client connects again if its connection breaks. */
const RETRY = 2000
/** Milliseconds within which the clients of a process that stops connect again, so that they do not all come at once. */
const RETRY_AFTER_STOP = 5000
/** Milliseconds after which a client connects again once there is nothing more to come: a day. */
const RETRY_AFTER_END = 86_400_000

const encoder = new TextEncoder()
const HEARTBEAT = encoder.encode(':\n\n')
const BEGINNING = encoder.encode(`retry: ${RETRY}\n\n`)

type Streamed = GameStreamEvent | StreamEvent | StreamStart

/**
 * An event in the format of server-sent events. The start of a stream has no data: browsers remember its id and report nothing;
 * clients whose parser forgets it find it in the comment.
 */
const format = ({ id, event, data }: Streamed): string =>
  data === null
    ? `: begins after ${id}\nid: ${id}\n\n`
    : `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const bytesByEvent = new WeakMap<Streamed, Uint8Array>()

/** The bytes of an event, which are made once for all connections. */
const encodeEvent = (event: Streamed): Uint8Array => {
  const bytes = bytesByEvent.get(event) ?? encoder.encode(format(event))
  bytesByEvent.set(event, bytes)
  return bytes
}

/** The last words of a connection: when to connect again, or why it was closed. */
const formatEnding = (end: StreamEnd): string => {
  switch (end) {
    case 'completed':
      return `retry: ${RETRY_AFTER_END}\n\n`
    case 'stopped':
      return `retry: ${Math.ceil(Math.random() * RETRY_AFTER_STOP)}\n\n`
    case 'revoked':
      return ': the key was revoked, or its plan no longer has streams\n\n'
    case 'overflow':
      return ': the stream was not read\n\n'
    case 'closed':
      return ''
  }
}

/** The body of a response with the events of a stream. It takes an event only when the connection has room for it. */
const toBody = (stream: EventStream<Streamed>): ReadableStream<Uint8Array> => {
  const events = stream[Symbol.asyncIterator]()
  let heartbeat: NodeJS.Timeout | undefined
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(BEGINNING)
      heartbeat = setInterval(() => {
        if (controller.desiredSize !== null && controller.desiredSize > 0) controller.enqueue(HEARTBEAT)
      }, HEARTBEAT_INTERVAL).unref()
    },
    pull: async (controller) => {
      // The iterator throws for an end that its reader has to know; formatEnding says the same.
      const next = await events.next().catch(() => ({ done: true as const }))
      if (!next.done) return controller.enqueue(encodeEvent(next.value))
      clearInterval(heartbeat)
      controller.enqueue(encoder.encode(formatEnding(await stream.ended)))
      controller.close()
    },
    cancel: () => {
      clearInterval(heartbeat)
      stream.close()
    },
  })
}

/**
 * The response that sends the events of a stream until it ends or the client disconnects; to HEAD only its headers. A client
 * that does not read is disconnected: the end of the response would wait behind what it has not read.
 */
export const streamResponse = (
  { request, headers, disconnect }: RequestContext,
  stream: EventStream<Streamed>,
): Response => {
  const init = {
    status: 200,
    // The last one asks proxies not to buffer the response.
    headers: { ...headers, ...NOT_STORED, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
  }
  if (request.method === 'HEAD') {
    stream.close()
    return new Response(null, init)
  }
  request.signal.addEventListener('abort', () => stream.close(), { once: true })
  if (request.signal.aborted) stream.close()
  void stream.ended.then((end) => end === 'overflow' && disconnect())
  return new Response(toBody(stream), init)
}
