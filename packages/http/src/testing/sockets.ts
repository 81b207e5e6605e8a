import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Received } from './answers.ts'

/** What came back on a connection, and whether the server ended it. */
export type Spoken = { answers: Received[]; closed: boolean }

const HEAD_END = '\r\n\r\n'
const NO_CHUNKS = '0\r\n\r\n'

/** The first answer of `bytes` and what follows it; undefined where it is not whole. */
const readOne = (bytes: Buffer): { answer: Received; rest: Buffer } | undefined => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (Number.isNaN(status)) throw new TypeError(`no status line: ${statusLine}`)
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  )
  const rest = bytes.subarray(end + HEAD_END.length)
  const body = headers.has('transfer-encoding') ? readChunks(rest) : readLength(rest, headers)
  return body && { answer: { status, headers, bytes: body.bytes }, rest: body.rest }
}

const readLength = (bytes: Buffer, headers: Headers) => {
  const length = Number(headers.get('content-length') ?? 0)
  return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), rest: bytes.subarray(length) }
}

/** Only bodies without content come in chunks: what has content has its length. */
const readChunks = (bytes: Buffer) =>
  bytes.toString('latin1').startsWith(NO_CHUNKS)
    ? { bytes: Buffer.alloc(0), rest: bytes.subarray(NO_CHUNKS.length) }
    : undefined

/** The answers that came on a connection, whole ones only. */
export const readAnswers = (bytes: Buffer): Received[] => {
  const first = readOne(bytes)
  return first === undefined ? [] : [first.answer, ...readAnswers(first.rest)]
}

/** How long nothing may come back until it is taken that nothing more will, ms. */
const SILENCE = 2000

/** Opens a connection to a server. */
export const openSocket = async (origin: string): Promise<Socket> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are, and tells what came back until the server ended the connection or fell silent. */
export const speak = async (origin: string, ...sent: (string | Uint8Array)[]): Promise<Spoken> => {
  const socket = await openSocket(origin)
  const chunks: Buffer[] = []
  const silent = new Promise<boolean>((resolve) => {
    socket.setTimeout(SILENCE, () => resolve(false))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that has heard enough may reset the connection while more is being sent.
    socket.on('error', () => resolve(true))
    socket.on('close', () => resolve(true))
  })
  for (const each of sent) socket.write(each)
  const closed = await silent
  socket.destroy()
  return { answers: readAnswers(Buffer.concat(chunks)), closed }
}
