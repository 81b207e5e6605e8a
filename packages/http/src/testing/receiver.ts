import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A received delivery. */
export type Delivery = { headers: IncomingHttpHeaders; body: string }

/** A server on this machine that accepts deliveries and responds with a status and a body; it is closed after the test. */
export const openReceiver = async (first = 204) => {
  let status = first
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      deliveries.push({ headers: request.headers, body })
      response.writeHead(status).end('said by the receiver')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    deliveries,
    respondWith: (next: number) => {
      status = next
    },
  }
}
