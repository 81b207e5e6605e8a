// The load generator: sends requests and measures response times in its own process. It writes to and reads from
// sockets directly, because an HTTP client would use more CPU than the servers.
import { connect } from 'node:net'
import { handleRequests } from './child-process.ts'
import { quantile } from './report.ts'

/** The load on a server on this machine. */
export type Load = {
  port: number
  /** Raw HTTP requests, sent in turn. */
  requests: string[]
  /** Each connection has one request in flight. */
  connections: number
  seconds: number
}

/** The result of a load. */
export type LoadResult = {
  requests: number
  /** Responses with a status other than 200. */
  errors: number
  seconds: number
  /** Median response time in milliseconds. */
  p50: number
  /** 99th percentile of the response time in milliseconds. */
  p99: number
  /** Bytes of the responses including headers. */
  bytes: number
}

type ResponseInfo = { ok: boolean; bytes: number }

/** Sends the requests of `next` one after the other over one connection, until `next` returns undefined. */
const sendRequests = (
  port: number,
  next: () => Buffer | undefined,
  onResponse: (response: ResponseInfo, ms: number) => void,
) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let head: Buffer = Buffer.alloc(0)
    /** Bytes of the response still to come; undefined until its headers are complete. */
    let missing: number | undefined
    let response: ResponseInfo = { ok: false, bytes: 0 }

    const sendNext = () => {
      const request = next()
      if (request === undefined) return socket.end(resolve)
      head = Buffer.alloc(0)
      missing = undefined
      sent = performance.now()
      return socket.write(request)
    }
    const readHead = (chunk: Buffer) => {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      const text = head.toString('latin1', 0, end)
      const length = /^content-length: *(\d+)$/im.exec(text)?.[1]
      if (length === undefined) throw new TypeError(`a response without content-length:\n${text}`)
      const bytes = end + 4 + Number(length)
      response = { ok: text.startsWith('HTTP/1.1 200 '), bytes }
      missing = bytes - head.length
    }
    socket.on('connect', sendNext)
    socket.on('data', (chunk) => {
      if (missing === undefined) readHead(chunk)
      else missing -= chunk.length
      if (missing !== 0) return
      onResponse(response, performance.now() - sent)
      sendNext()
    })
    socket.on('error', reject)
  })

const generate = async ({ port, requests, connections, seconds }: Load): Promise<LoadResult> => {
  const raw = requests.map((request) => Buffer.from(request))
  const started = performance.now()
  const deadline = started + seconds * 1000
  const times: number[] = []
  let count = 0
  let errors = 0
  let bytes = 0
  const next = () => (performance.now() < deadline ? raw[count++ % raw.length] : undefined)
  const onResponse = (response: ResponseInfo, ms: number) => {
    times.push(ms)
    bytes += response.bytes
    if (!response.ok) errors += 1
  }
  await Promise.all(Array.from({ length: connections }, () => sendRequests(port, next, onResponse)))
  const elapsed = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  return { requests: times.length, errors, seconds: elapsed, p50, p99, bytes }
}

handleRequests(async (message) => {
  const load: Load = JSON.parse(message)
  return JSON.stringify(await generate(load))
})
