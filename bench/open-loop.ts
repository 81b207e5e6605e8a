// A load generator that does not wait for responses: it sends requests at a fixed rate, in its own process. The time of a
// response is measured from the moment at which its request was due, so a server that stalls does not hide its delay.
import { handleRequests } from './child-process.ts'
import { openConnection, type HttpConnection, type ResponseInfo } from './http-connection.ts'

/** Requests that arrive at a fixed rate at a server on this machine. */
export type OpenLoad = {
  port: number
  /** Raw HTTP requests, sent in turn. */
  requests: string[]
  /** Requests per second. */
  rate: number
  seconds: number
  /** Connections that are opened before; a request that finds none free waits, and its time runs. */
  connections: number
}

/** Number and times of the responses with one status. */
export type StatusResult = { count: number; p50: number; p99: number; max: number }

/** The result of a load. */
export type OpenLoadResult = {
  sent: number
  /** By status. */
  responses: Record<string, StatusResult>
  /** Requests whose connection broke. */
  failed: number
  seconds: number
  /** Most requests that waited for a response, or for a free connection, at once. */
  mostWaiting: number
}

/** Counts times in classes that are 2 % wide, so that a run of any length needs the same memory. */
const createHistogram = () => {
  const WIDTH = Math.log(1.02)
  const classes = new Uint32Array(1200) // up to some hours
  let count = 0
  let max = 0
  const quantile = (share: number): number => {
    let seen = 0
    const index = classes.findIndex((size) => (seen += size) > share * count)
    return Math.min(max, Math.exp((index + 0.5) * WIDTH) / 1000)
  }
  return {
    add: (ms: number) => {
      const index = Math.floor(Math.log(Math.max(1, ms * 1000)) / WIDTH)
      classes[index] = (classes[index] ?? 0) + 1
      count += 1
      max = Math.max(max, ms)
    },
    result: (): StatusResult => ({ count, p50: quantile(0.5), p99: quantile(0.99), max }),
  }
}

/** A connection and the moment at which its request in flight was due. */
type Slot = { connection: HttpConnection; due: number | undefined }

/** Milliseconds to wait for the last responses. */
const PATIENCE = 10_000

const generate = async ({ port, requests, rate, seconds, connections }: OpenLoad): Promise<OpenLoadResult> => {
  const raw = requests.map((request) => Buffer.from(request))
  const histograms = new Map<number, ReturnType<typeof createHistogram>>()
  const idle = new Set<Slot>()
  const waiting: number[] = []
  let [mostWaiting, sent, inFlight, failed] = [0, 0, 0, 0]

  const send = (slot: Slot, due: number): void => {
    slot.due = due
    const request = raw[sent++ % raw.length]
    if (request !== undefined) slot.connection.send(request)
  }
  const next = (slot: Slot): void => {
    const due = waiting.shift()
    if (due === undefined) idle.add(slot)
    else send(slot, due)
  }
  const onResponse = (slot: Slot, { status }: ResponseInfo): void => {
    if (slot.due === undefined) return
    const histogram = histograms.get(status) ?? createHistogram()
    histograms.set(status, histogram)
    histogram.add(performance.now() - slot.due)
    inFlight -= 1
    slot.due = undefined
    next(slot)
  }
  const openSlot = () =>
    new Promise<void>((resolve, reject) => {
      const slot: Slot = {
        due: undefined,
        connection: openConnection(port, {
          onOpen: () => {
            idle.add(slot)
            resolve()
          },
          onResponse: (response) => onResponse(slot, response),
          onClose: (error) => {
            reject(error ?? new Error('the server closes connections'))
            idle.delete(slot)
            if (slot.due === undefined) return
            failed += 1
            inFlight -= 1
          },
        }),
      }
    })
  const arrive = (due: number): void => {
    inFlight += 1
    mostWaiting = Math.max(mostWaiting, inFlight)
    const [slot] = idle
    if (slot === undefined) return void waiting.push(due)
    idle.delete(slot)
    send(slot, due)
  }

  // A few at a time: the system drops what a server does not accept soon enough.
  for (let opened = 0; opened < connections; opened += 100) await Promise.all(Array.from({ length: 100 }, openSlot))
  const started = performance.now()
  const total = Math.floor(rate * seconds)
  let arrived = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started
      const due = Math.min(total, Math.floor((elapsed / 1000) * rate))
      for (; arrived < due; arrived++) arrive(started + (arrived / rate) * 1000)
      if (arrived < total) return
      if (inFlight > 0 && elapsed < seconds * 1000 + PATIENCE) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  for (const { connection } of idle) connection.end()
  return {
    sent,
    responses: Object.fromEntries([...histograms].map(([status, { result }]) => [status, result()])),
    failed: failed + inFlight,
    seconds,
    mostWaiting,
  }
}

handleRequests(async (message) => {
  const load: OpenLoad = JSON.parse(message)
  return JSON.stringify(await generate(load))
})
