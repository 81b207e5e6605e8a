// Sends requests and times the answers, in a process of its own so that it takes no time of what it measures. It
// writes and reads the sockets itself: an HTTP client would cost more CPU than the servers.
import { connect } from 'node:net'
import { answerParent } from './child.ts'

/** What to send to a server on this machine, and how hard. */
export type Load = {
  port: number
  /** Requests as they go over the wire, sent in turn. */
  requests: string[]
  /** Each has one request under way at a time. */
  connections: number
  seconds: number
}

/** What came of it. */
export type LoadFigures = {
  requests: number
  /** Answers of another status than 200. */
  errors: number
  seconds: number
  /** Milliseconds that half of the answers took at most. */
  p50: number
  /** Milliseconds that 99 of 100 answers took at most. */
  p99: number
  /** Bytes of the answers, headers included. */
  bytes: number
}

type Answer = { ok: boolean; bytes: number }

/** Sends what `next` gives, one after the other, over one connection; ends when `next` has no more. */
const converse = (port: number, next: () => Buffer | undefined, answered: (answer: Answer, ms: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let head: Buffer = Buffer.alloc(0)
    /** Bytes of the answer still to come; undefined while its length is not known. */
    let missing: number | undefined
    let answer: Answer = { ok: false, bytes: 0 }

    const ask = () => {
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
      if (length === undefined) throw new TypeError(`an answer without a length:\n${text}`)
      const bytes = end + 4 + Number(length)
      answer = { ok: text.startsWith('HTTP/1.1 200 '), bytes }
      missing = bytes - head.length
    }
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      if (missing === undefined) readHead(chunk)
      else missing -= chunk.length
      if (missing !== 0) return
      answered(answer, performance.now() - sent)
      ask()
    })
    socket.on('error', reject)
  })

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const generate = async ({ port, requests, connections, seconds }: Load): Promise<LoadFigures> => {
  const raw = requests.map((request) => Buffer.from(request))
  const started = performance.now()
  const deadline = started + seconds * 1000
  const times: number[] = []
  let turn = 0
  let errors = 0
  let bytes = 0
  const next = () => (performance.now() < deadline ? raw[turn++ % raw.length] : undefined)
  const answered = (answer: Answer, ms: number) => {
    times.push(ms)
    bytes += answer.bytes
    if (!answer.ok) errors += 1
  }
  await Promise.all(Array.from({ length: connections }, () => converse(port, next, answered)))
  const elapsed = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  return { requests: times.length, errors, seconds: elapsed, p50, p99, bytes }
}

answerParent(async (question) => {
  const load: Load = JSON.parse(question)
  return JSON.stringify(await generate(load))
})
