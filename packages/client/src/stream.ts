import { createParser } from 'eventsource-parser'
import { ConnectionError, toServiceError } from './errors.ts'
import {
  type CallOptions,
  callSettings,
  type CallSettings,
  type ClientOptions,
  type ClientSettings,
} from './options.ts'
import { type Path, type PreparedRequest, prepareRequest } from './request.ts'
import { responseInfo } from './response.ts'
import { retryDelay, sleep } from './retry.ts'
import { linkSignals } from './signals.ts'

/** Options of a stream. */
export interface StreamOptions extends Pick<
  CallOptions,
  'signal' | 'timeout' | 'retries' | 'fetch' | 'headers' | 'logger'
> {
  /** Milliseconds in which a connection must open; default 30,000. */
  timeout?: number | undefined
  /**
   * How often the first connection is tried again after a transient failure; default 2. A stream that has begun
   * connects again until it succeeds, or until the service refuses it.
   */
  retries?: number | undefined
}

/** The stream to read, and the event after which it resumes. */
export interface StreamRequest extends StreamOptions {
  path: Path
  query?: object
  after?: string | undefined
}

/** An event of any stream. */
export interface StreamedEvent {
  id: string
  event: string
  data: unknown
}

/** Milliseconds within which a lost connection is replaced, unless the service sends others. */
const RETRY = 2_000
/** The longest such time after several failures. */
const MAX_RETRY = 30_000
/** The service sends this time when nothing more is to come: a day. */
const RETRY_AFTER_END = 86_400_000
/** Milliseconds without a byte after which a connection is lost: the service sends a comment every 15 seconds. */
const SILENCE = 45_000

/** The comment in which the service names the point at which a stream begins that has no event yet. */
const BEGINNING = /^begins after (\S+)$/

/** What is known of a stream over all its connections. */
interface Progress {
  /** The id of the last event; undefined before the first one. */
  after: string | undefined
  /** Milliseconds within which a lost connection is replaced. */
  retry: number
}

/** The events as in the OpenAPI document, not validated. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller passes the type of the event
const isEvent = <Event extends StreamedEvent>(event: StreamedEvent): event is Event => event.id !== ''

/** Calls `abort` unless the promise is settled in time. */
const withTimeout = async <Result>(promise: Promise<Result>, timeout: number, abort: () => void): Promise<Result> => {
  const timer = setTimeout(abort, timeout)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** The error of a response that is not a stream. */
const readRefusal = async (response: Response, origin: string): Promise<Error> => {
  const body: unknown = await response.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && toServiceError(body, response.status, response.headers)
  return error || new ConnectionError('unexpected_response', origin, response)
}

/** @throws ServiceError if the service refuses the stream, ConnectionError if there is no valid response */
const connect = async (
  { url, origin, init }: PreparedRequest,
  { fetch, timeout }: CallSettings,
  { after }: Progress,
  connection: AbortController,
): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('accept', 'text/event-stream')
  if (after !== undefined) headers.set('last-event-id', after)
  let timedOut = false
  const abort = () => {
    timedOut = true
    connection.abort()
  }
  const sent = fetch(url, { ...init, headers, cache: 'no-store', signal: connection.signal })
  const response = await withTimeout(sent, timeout, abort).catch((cause: unknown) => {
    throw new ConnectionError(timedOut ? 'timeout' : 'no_connection', origin, undefined, { cause })
  })
  const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isStream) throw await withTimeout(readRefusal(response, origin), timeout, abort)
  return response
}

/** Reads the events of one connection until it is ended or lost. */
async function* readEvents<Event extends StreamedEvent>(
  { body }: Response,
  progress: Progress,
  connection: AbortController,
): AsyncGenerator<Event, void, undefined> {
  const events: StreamedEvent[] = []
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) => events.push({ id, event, data: JSON.parse(data) }),
    onRetry: (milliseconds) => {
      progress.retry = milliseconds
    },
    onComment: (comment) => {
      progress.after = BEGINNING.exec(comment)?.[1] ?? progress.after
    },
  })
  const decoder = new TextDecoder()
  if (body === null) return
  const reader = body.getReader()
  // Not every fetch ends a body when its signal is aborted.
  const cancel = () => void reader.cancel().catch(() => {})
  connection.signal.addEventListener('abort', cancel, { once: true })
  const lost = { done: true, value: undefined } as const
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), SILENCE, () => connection.abort()).catch(() => lost)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      for (const event of events.splice(0)) {
        progress.after = event.id
        if (isEvent<Event>(event)) yield event
      }
    }
  } finally {
    cancel()
  }
}

/** Opens the streams of a client. A stream makes no request before it is read. */
export const createStreaming = (client: ClientOptions, shared: ClientSettings) =>
  async function* <Event extends StreamedEvent>({
    path,
    query = {},
    after,
    ...options
  }: StreamRequest): AsyncGenerator<Event, void, undefined> {
    const { signal, unlink } = linkSignals([client.signal, options.signal])
    const settings = callSettings(client, options)
    const progress: Progress = { after: undefined, retry: RETRY }
    /** Connections in a row that had no event. */
    let failures = 0
    let hasBegun = false

    /** Milliseconds until the next connection; null: there is none. */
    const delayAfter = (error: unknown): number | null => {
      if (error === undefined) return Math.random() * Math.min(MAX_RETRY, progress.retry * 2 ** failures)
      if (!hasBegun && failures >= settings.retries) return null
      const maxWait = hasBegun ? Infinity : settings.maxWait
      return retryDelay(error, { attempt: failures, maxWait, repeatable: true })
    }

    try {
      const request = await prepareRequest({ method: 'GET', path, query: { ...query, after } }, shared, {
        ...settings,
        cache: null,
      })
      const { method, url } = request
      for (let attempt = 1; ; attempt++) {
        const connection = new AbortController()
        const abort = () => connection.abort()
        signal.addEventListener('abort', abort, { once: true })
        const start = performance.now()
        let lost: unknown
        try {
          const log = (response: Response | undefined, error?: unknown, retryIn: number | null = null) => {
            const { status = null, requestId = null } = response === undefined ? {} : responseInfo(response)
            const duration = performance.now() - start
            settings.logger?.({ method, url, attempt, duration, status, requestId, error, retryIn })
          }
          const response = await connect(request, settings, progress, connection).catch((error: unknown) => {
            signal.throwIfAborted()
            log(undefined, error, delayAfter(error))
            lost = error
          })
          if (response) {
            log(response)
            hasBegun = true
            for await (const event of readEvents<Event>(response, progress, connection)) {
              failures = 0
              yield event
            }
          }
        } finally {
          signal.removeEventListener('abort', abort)
          connection.abort() // also if the reader has left
        }
        signal.throwIfAborted()
        if (progress.retry >= RETRY_AFTER_END) return
        const delay = delayAfter(lost)
        if (delay === null) throw lost
        failures += 1
        await sleep(delay, signal)
      }
    } finally {
      unlink()
    }
  }
