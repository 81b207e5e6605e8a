import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ReplayHost } from './host.ts'

/** A replay host that listens. */
export type ReplayServer = { port: number; close: () => Promise<void> }

/**
 * Lets a replay host listen on this machine.
 *
 * @param now the moment, in milliseconds since 1970
 * @throws {Error} if the port is in use
 */
export const startReplayServer = async (
  replay: ReplayHost,
  port: number,
  now: () => number = Date.now,
): Promise<ReplayServer> => {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const { status, headers, body } = replay.respond(
      { path, ifNoneMatch: request.headers['if-none-match'] ?? null },
      now(),
    )
    response.writeHead(status, headers).end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
