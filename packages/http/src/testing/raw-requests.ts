import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ErrorBody } from '@basketball-data/core/contract'
import { expect } from 'vitest'
import { checkResponse, type RawResponse } from './request.ts'

/** The responses that came back on a connection, and whether the server closed it. */
export type RawExchange = { responses: RawResponse[]; closed: boolean }

const HEAD_END = '\r\n\r\n'
const EMPTY_CHUNKED_BODY = '0\r\n\r\n'

/** The first response in `bytes` and the bytes after it; undefined if it is incomplete. */
const readResponse = (bytes: Buffer): { response: RawResponse; rest: Buffer } | undefined => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (Number.isNaN(status)) throw new TypeError(`no status line: ${statusLine}`)
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  )
  const rest = bytes.subarray(end + HEAD_END.length)
  const body = headers.has('transfer-encoding') ? readEmptyChunks(rest) : readByLength(rest, headers)
  return body && { response: { status, headers, bytes: body.bytes }, rest: body.rest }
}

const readByLength = (bytes: Buffer, headers: Headers) => {
  const length = Number(headers.get('content-length') ?? 0)
  return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), rest: bytes.subarray(length) }
}

/** Only empty bodies are chunked: any other has a Content-Length. */
const readEmptyChunks = (bytes: Buffer) =>
  bytes.toString('latin1').startsWith(EMPTY_CHUNKED_BODY)
    ? { bytes: Buffer.alloc(0), rest: bytes.subarray(EMPTY_CHUNKED_BODY.length) }
    : undefined

/** The complete responses in the bytes of a connection. */
export const readResponses = (bytes: Buffer): RawResponse[] => {
  const first = readResponse(bytes)
  return first === undefined ? [] : [first.response, ...readResponses(first.rest)]
}

/** If nothing is received for this time, ms, no more responses are expected. */
const SILENCE = 5000

/** Opens a connection to a server. */
export const openSocket = async (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes unchanged; returns the responses once the server closes the connection or stops sending. */
export const sendBytes = async (origin: string, ...sent: (string | Uint8Array)[]): Promise<RawExchange> => {
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  const finished = new Promise<boolean>((resolve) => {
    socket.setTimeout(SILENCE, () => resolve(false))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that refuses a request may reset the connection while the rest is being sent.
    socket.on('error', () => resolve(true))
    socket.on('close', () => resolve(true))
  })
  for (const each of sent) socket.write(each)
  const closed = await finished
  socket.destroy()
  return { responses: readResponses(Buffer.concat(chunks)), closed }
}

/** The version, headers and key of a raw request. */
export type RawOptions = { headers?: string; version?: string; key?: string }

/** A GET as bytes, the last one on its connection; `headers` (with Host) and `version` are sent unchanged. */
export const rawRequest = (
  target: string | Uint8Array,
  { headers = 'Host: 127.0.0.1\r\n', version = 'HTTP/1.1', key }: RawOptions = {},
): Buffer => {
  const keyHeader = key === undefined ? '' : `X-API-Key: ${key}\r\n`
  const after = Buffer.from(` ${version}\r\n${headers}${keyHeader}Connection: close\r\n\r\n`, 'latin1')
  return Buffer.concat([Buffer.from('GET '), Buffer.from(target), after])
}

/** The statuses, besides 400, of requests that are refused before the app. The document does not have them. */
const REFUSED = [408, 413, 417, 431]

/**
 * Checks the response to a request that was refused before the app: it has the body and the headers of every error.
 * @returns the error
 */
export const checkRefusal = ({ status, headers, bytes }: RawResponse): ErrorBody['error'] => {
  // The document has these errors as 400.
  const { error } = ErrorBody.parse(checkResponse({ method: 'GET', path: '/v1' }, { status: 400, headers, bytes }).body)
  expect([400, ...REFUSED]).toContain(status)
  expect(error).toEqual({
    code: 'bad_request',
    message: expect.any(String),
    docs: expect.stringMatching(/#error-bad_request$/),
  })
  expect(headers.get('connection')).toBe('close')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-length')).toBe(String(bytes.length))
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  return error
}

/** The statuses of the responses to bytes on one connection, each checked as a response to `path`. */
export const requestStatuses = async (
  origin: string,
  path: string,
  ...sent: (string | Uint8Array)[]
): Promise<number[]> => {
  const { responses } = await sendBytes(origin, ...sent)
  for (const response of responses)
    if (REFUSED.includes(response.status)) checkRefusal(response)
    else checkResponse({ method: 'GET', path }, response)
  return responses.map(({ status }) => status)
}
