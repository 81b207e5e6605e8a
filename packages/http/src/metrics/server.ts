import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './registry.ts'

/** A running server of metrics. */
export type MetricsServer = {
  /** The address of the metrics. */
  url: string
  close: () => Promise<void>
}

/** Serves `GET /metrics`, and nothing else, on a port (0 picks one). @throws if the port is in use */
export const startMetricsServer = async (
  { scrape, contentType }: Pick<Metrics, 'scrape' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Here is only GET /metrics.\n')
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n'),
    )
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
