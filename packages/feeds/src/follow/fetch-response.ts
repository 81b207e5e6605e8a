import { createHash } from 'node:crypto'
import { parseRetryAfter } from '@basketball-data/core/contract'

/** Bytes of a response, decompressed. The schedule of an NBA season has two million. */
const MAX_BYTES = 32_000_000
/** Characters of an unreadable response that an error shows. */
const SHOWN = 60

/** The latest response of a resource, which a conditional request names. */
export type Validators = { etag: string | null; last_modified: string | null; hash: Uint8Array | null }

/** The outcome of a request. */
export type Fetched =
  /** Another body than the latest one. */
  | ({ outcome: 'changed'; body: string; json: unknown } & Validators)
  /** The same as the latest response. */
  | { outcome: 'unchanged' }
  /** The host has nothing at the address: an empty body or 404. */
  | { outcome: 'missing'; reason: string }
  /** No usable response; `host` says how the host is to be left alone, and is null if only this resource is to blame. */
  | { outcome: 'failed'; reason: string; host: { status: number | null; retryAfter: number | null } | null }

const failed = (reason: string): Fetched => ({ outcome: 'failed', reason, host: null })

/** An error in words: that of fetch says only that it failed, its cause says why. */
const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const own = error.message === '' ? code : error.message
  return error.cause === undefined ? own : `${own} (${toReason(error.cause)})`
}

/** Reads a body. @returns null if it is larger than any response */
const readBody = async ({ body }: Response): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readJson = (bytes: Buffer, known: Validators, headers: Headers): Fetched => {
  const body = new TextDecoder().decode(bytes).trim()
  if (body === '') return { outcome: 'missing', reason: 'the response is empty' }
  const hash = createHash('sha256').update(bytes).digest()
  if (known.hash !== null && hash.equals(known.hash)) return { outcome: 'unchanged' }
  if (body.startsWith('<')) return failed(`HTML or XML instead of JSON: ${body.slice(0, SHOWN)}`)
  try {
    const json: unknown = JSON.parse(body)
    return {
      outcome: 'changed',
      body,
      json,
      hash,
      etag: headers.get('etag'),
      last_modified: headers.get('last-modified'),
    }
  } catch (error) {
    return failed(`not JSON, or cut off: ${toReason(error)}`)
  }
}

/** Hosts that store files respond with 403 for a file that is not there yet; otherwise 403 means that they refuse us. */
const isMissing = (status: number, mayBeMissing: boolean): boolean => status === 404 || (status === 403 && mayBeMissing)

const readResponse = async (response: Response, known: Validators, mayBeMissing: boolean): Promise<Fetched> => {
  const { status, headers } = response
  if (status === 200) {
    const bytes = await readBody(response)
    return bytes === null ? failed(`larger than ${MAX_BYTES / 1e6} MB`) : readJson(bytes, known, headers)
  }
  await response.body?.cancel()
  if (status === 304 && known.hash !== null) return { outcome: 'unchanged' }
  const reason = `status ${status}`
  if (isMissing(status, mayBeMissing)) return { outcome: 'missing', reason }
  if (status !== 403 && status !== 429 && status < 500) return failed(reason)
  const retryAfter = parseRetryAfter(headers.get('retry-after'), new Date())
  return { outcome: 'failed', reason, host: { status, retryAfter } }
}

/** How to request: `timeout` is in milliseconds for the whole response. */
export type FetchOptions = {
  timeout: number
  /** Whether there may be nothing at the address yet. */
  mayBeMissing: boolean
}

/**
 * Requests a resource, on condition that it differs from the latest response. Redirects are not followed, because the host
 * would count them.
 *
 * @param signal ends the request; the promise then rejects
 */
export const fetchResponse = async (
  url: URL,
  known: Validators,
  { timeout, mayBeMissing }: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched> => {
  const headers = {
    accept: 'application/json',
    'user-agent': 'basketball-data-follow/1',
    ...(known.hash !== null && known.etag !== null && { 'if-none-match': known.etag }),
    ...(known.hash !== null && known.last_modified !== null && { 'if-modified-since': known.last_modified }),
  }
  const deadline = AbortSignal.timeout(Math.ceil(timeout))
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.any([signal, deadline]) })
    return await readResponse(response, known, mayBeMissing)
  } catch (error) {
    signal.throwIfAborted()
    const reason = deadline.aborted ? `no whole response within ${Math.round(timeout / 1000)} s` : toReason(error)
    return { outcome: 'failed', reason, host: { status: null, retryAfter: null } }
  }
}
