import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A received delivery; `at` is in milliseconds since 1970. */
export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string; at: number }

/** Returns the status of the response, or undefined if it has handled the response itself. */
export type Behaviour = (
  received: ReceivedRequest,
  response: ServerResponse,
) => number | undefined | Promise<number | undefined>

/** A receiver on this machine that records deliveries. */
export type Receiver = {
  url: (path: string) => string
  /** The deliveries received so far, in order. */
  received: ReceivedRequest[]
  /** Waits until `count` deliveries are received. */
  until: (count: number) => Promise<void>
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts a receiver until the test ends. */
export const startReceiver = async (behaviour: Behaviour = () => 204): Promise<Receiver> => {
  const received: ReceivedRequest[] = []
  const waiting: { count: number; done: () => void }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = { path: request.url ?? '', headers: request.headers, body: await readText(request), at: Date.now() }
    received.push(entry)
    for (const { count, done } of waiting) if (received.length >= count) done()
    const status = await behaviour(entry, response)
    if (status !== undefined) response.writeHead(status).end()
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => request.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    until: (count) =>
      new Promise((done) => {
        waiting.push({ count, done })
        if (received.length >= count) done()
      }),
  }
}
