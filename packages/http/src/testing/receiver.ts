import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A delivery as it came. */
export type Delivery = { headers: IncomingHttpHeaders; body: string }

/** An address of this machine that takes deliveries and answers each with a status; closed after the test. */
export const openReceiver = async (status = 204) => {
  const deliveries: Delivery[] = []
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      deliveries.push({ headers: request.headers, body })
      answer.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/hooks`, deliveries }
}
