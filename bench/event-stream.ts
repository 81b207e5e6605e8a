import { Agent, request } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

/** An open connection to a stream. */
export type Connection = {
  /** Resolves when the response has begun, with its status. */
  begun: Promise<number>
  /** Resolves when the connection is closed by either side. */
  closed: Promise<void>
  /** Closes it as if the network broke. */
  cut: () => void
}

/** Connects to a stream; calls `onEvent` with each event. */
export const connect = (url: string, key: string, onEvent: (event: EventSourceMessage) => void): Connection => {
  const begun = Promise.withResolvers<number>()
  const closed = Promise.withResolvers<void>()
  const headers = { authorization: `Bearer ${key}` }
  const sent = request(url, { agent, headers }, (response) => {
    begun.resolve(response.statusCode ?? 0)
    const parser = createParser({ onEvent })
    response.setEncoding('utf8')
    response.on('data', (text: string) => parser.feed(text))
    response.on('error', () => {})
  })
  sent.on('error', () => {})
  sent.on('close', () => {
    begun.resolve(0)
    closed.resolve()
  })
  sent.end()
  return { begun: begun.promise, closed: closed.promise, cut: () => sent.destroy() }
}
