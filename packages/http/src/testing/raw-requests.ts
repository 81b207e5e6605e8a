import { expect } from 'vitest'
import { held, type Answered } from './answers.ts'
import { speak, type Spoken } from './sockets.ts'

/** What a request line and its headers are to be, beside the target. */
export type RawChanges = { headers?: string; version?: string; key?: string }

/** A GET as bytes, the last one on its connection; `headers` (with Host) and `version` stand as they are given. */
export const rawRequest = (
  target: string | Uint8Array,
  { headers = 'Host: 127.0.0.1\r\n', version = 'HTTP/1.1', key }: RawChanges = {},
): Buffer => {
  const keyed = key === undefined ? '' : `X-API-Key: ${key}\r\n`
  const after = Buffer.from(` ${version}\r\n${headers}${keyed}Connection: close\r\n\r\n`, 'latin1')
  return Buffer.concat([Buffer.from('GET '), Buffer.from(target), after])
}

/** What Node itself refuses, before there is a request: too large, or no HTTP. */
const REFUSED = [400, 414, 417, 431]

/**
 * The answers of the service on a connection, each held against the document as one to `path`. Those of Node have no
 * body, and the connection ends with them.
 */
export const answersTo = (path: string, { answers, closed }: Spoken): Answered[] =>
  answers.flatMap((received) => {
    if (received.headers.has('x-request-id')) return [held({ method: 'GET', path }, received)]
    expect(REFUSED).toContain(received.status)
    expect([received.bytes.length, closed]).toEqual([0, true])
    return []
  })

/** The statuses of the service's answers to what is sent on one connection; none where Node refuses it. */
export const statusesOf = async (origin: string, path: string, ...sent: (string | Uint8Array)[]): Promise<number[]> =>
  answersTo(path, await speak(origin, ...sent)).map(({ status }) => status)
