import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './registry.ts'

/** A running server of metrics. */
export type MetricsServer = {
  /** The address of the metrics. */
  url: string
  close: () => Promise<void>
}

/**
 * Serves `GET /metrics`, and nothing else but `GET /healthz`, on a port (0 picks one). A health check has a path of its own because a
 * scrape costs more, and begins the measurement of the event loop anew.
 *
 * @throws if the port is in use
 */
export const startMetricsServer = async (
  { scrape, contentType }: Pick<Metrics, 'scrape' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]
    const send = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type }).end(text)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && path === '/healthz') send(200, 'application/json', '{"status":"ok"}')
    else if (isRead && path === '/metrics')
      scrape().then(
        (text) => send(200, contentType, text),
        () => send(500, 'text/plain', 'The metrics could not be read.\n'),
      )
    else send(404, 'text/plain', 'Here are only GET /metrics and GET /healthz.\n')
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections() // a scraper holds its connection open
      await closed
    },
  }
}
