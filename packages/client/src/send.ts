import { writeCache } from './cache.ts'
import { ConnectionError, type ServiceError, toServiceError } from './errors.ts'
import { type CallOptions, callSettings, type CallSettings, type ClientSettings } from './options.ts'
import { type ApiRequest, type PreparedRequest, prepareRequest } from './request.ts'
import { type ResponseInfo, responseInfo, type WithResponse } from './response.ts'
import { retryDelay, sleep } from './retry.ts'
import { linkSignals } from './signals.ts'

/** Wraps an SVG response as a record. */
export interface PictureBody {
  svg: string
}

/** Wraps a response of lines of JSON as a record. */
export interface LinesBody {
  lines: unknown[]
}

/** Sends a request, with retries, and resolves to the JSON object of the response, to a PictureBody or to a LinesBody. */
export type Send = (request: ApiRequest, options?: CallOptions) => Promise<WithResponse<object>>

/** The longest delay a timer takes. */
const MAX_TIMEOUT = 2 ** 31 - 1

/**
 * Fetches a response with its whole body.
 * @throws ConnectionError when there is none, or not within `timeout` milliseconds
 */
const fetchText = async (
  { url, origin, init }: PreparedRequest,
  { fetch, timeout }: CallSettings,
  signal: AbortSignal,
): Promise<{ response: Response; text: string }> => {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  let timedOut = false
  const timer = setTimeout(
    () => {
      timedOut = true
      controller.abort()
    },
    Math.min(timeout, MAX_TIMEOUT),
  )
  signal.addEventListener('abort', abort, { once: true })
  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    return { response, text: await response.text() }
  } catch (cause) {
    throw new ConnectionError(timedOut ? 'timeout' : 'no_connection', origin, undefined, { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error with which a service ends lines early: then the last one is of no game. */
const toLastError = (line: unknown, headers: Headers): ServiceError | null => {
  const isOfNone = typeof line === 'object' && line !== null && 'external_id' in line && line.external_id === null
  const error = isOfNone ? toServiceError(line, 503, headers) : null
  return error?.code === 'bad_request' ? null : error
}

/** @throws ServiceError for an error response, ConnectionError for a response that is not the service's */
const parseBody = (response: Response, text: string, { origin, format }: PreparedRequest): object => {
  if (format === 'svg' && response.ok && text.startsWith('<svg')) return { svg: text } satisfies PictureBody
  if (format === 'ndjson' && response.ok) {
    const lines = text.trimEnd().split('\n').map(parseJson)
    const error = toLastError(lines.at(-1), response.headers)
    if (error !== null) throw error
    if (lines.includes(undefined)) throw new ConnectionError('unexpected_response', origin, response)
    return { lines } satisfies LinesBody
  }
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) throw new ConnectionError('unexpected_response', origin, response)
  if (response.ok) return body
  throw (
    toServiceError(body, response.status, response.headers) ??
    new ConnectionError('unexpected_response', origin, response)
  )
}

/** The result of one attempt. */
type Attempt = { data?: object; error?: unknown; response: ResponseInfo | null; duration: number }

const attemptOnce = async (request: PreparedRequest, settings: CallSettings, signal: AbortSignal): Promise<Attempt> => {
  const { url, cache, cached } = request
  const start = performance.now()
  let info: ResponseInfo | null = null
  try {
    const { response, text } = await fetchText(request, settings, signal)
    info = responseInfo(response)
    const isCached = cached !== undefined && response.status === 304
    const data = isCached ? parseBody(new Response(), cached.text, request) : parseBody(response, text, request)
    if (!isCached) await writeCache(cache, url, response.headers.get('etag'), text)
    return { data, response: info, duration: performance.now() - start }
  } catch (error) {
    return { error, response: info, duration: performance.now() - start }
  }
}

/** Every call of a client is made by the function this returns. */
export const createSend =
  (client: CallOptions, shared: ClientSettings): Send =>
  async (apiRequest, options = {}) => {
    const { signal, unlink } = linkSignals([client.signal, options.signal])
    try {
      const settings = callSettings(client, options)
      const request = await prepareRequest(apiRequest, shared, settings)
      const { method, url, repeatable } = request
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted()
        const { data, error, response, duration } = await attemptOnce(request, settings, signal)
        const mayRetry = attempt < settings.retries && !signal.aborted
        const retryIn = mayRetry ? retryDelay(error, { attempt, maxWait: settings.maxWait, repeatable }) : null
        const { status = null, requestId = null } = response ?? {}
        settings.logger?.({ method, url, attempt: attempt + 1, duration, status, requestId, error, retryIn })
        if (data && response) return { data, response }
        signal.throwIfAborted()
        if (retryIn === null) throw error
        await sleep(retryIn, signal)
      }
    } finally {
      unlink()
    }
  }
