// The load generator: sends requests and measures response times in its own process.
import { handleRequests } from './child-process.ts'
import { openConnection, type ResponseInfo } from './http-connection.ts'
import { quantile } from './report.ts'

/** The load on servers on this machine. */
export type Load = {
  ports: number[]
  /** Raw HTTP requests, sent in turn. */
  requests: string[]
  /** Connections to each server; each has one request in flight. */
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

/** Sends the requests of `next` one after the other over one connection, until `next` returns undefined. */
const sendRequests = (
  port: number,
  next: () => Buffer | undefined,
  onResponse: (response: ResponseInfo, ms: number) => void,
) =>
  new Promise<void>((resolve, reject) => {
    let sent = 0
    const sendNext = () => {
      const request = next()
      if (request === undefined) {
        connection.end()
        return resolve()
      }
      sent = performance.now()
      return connection.send(request)
    }
    const connection = openConnection(port, {
      onOpen: sendNext,
      onResponse: (response) => {
        onResponse(response, performance.now() - sent)
        sendNext()
      },
      onClose: (error) => {
        if (error !== undefined) reject(error)
      },
    })
  })

const generate = async ({ ports, requests, connections, seconds }: Load): Promise<LoadResult> => {
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
    if (response.status !== 200) errors += 1
  }
  const each = ports.flatMap((port) => Array<number>(connections).fill(port))
  await Promise.all(each.map((port) => sendRequests(port, next, onResponse)))
  const elapsed = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  return { requests: times.length, errors, seconds: elapsed, p50, p99, bytes }
}

handleRequests(async (message) => {
  const load: Load = JSON.parse(message)
  return JSON.stringify(await generate(load))
})
