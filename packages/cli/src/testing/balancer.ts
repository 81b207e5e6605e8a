import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** A load balancer in front of servers on this machine. It never sends a request twice. */
export type Balancer = {
  origin: string
  /** Resolves when the server at a port is ready, or no longer. */
  waitFor: (port: number, ready: boolean) => Promise<void>
  close: () => Promise<void>
}

/** Milliseconds between two checks of a server. */
const INTERVAL = 100
/** Milliseconds that a server has to answer a check. */
const CHECK_TIMEOUT = 2000

type Backend = { port: number; ready: boolean; agent: Agent }

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/** Sends a request on, over a connection that is kept open; 502 tells why it has failed. */
const forward = (incoming: IncomingMessage, outgoing: ServerResponse, { port, agent }: Backend): void => {
  const { method, url, headers } = incoming
  const fail = (error: Error): void => {
    if (outgoing.headersSent) return void outgoing.destroy()
    outgoing.writeHead(502).end(`port ${port}: ${error.message}`)
  }
  const sent = request({ host: '127.0.0.1', port, agent, method, path: url, headers }, (response) => {
    const { connection: _, ...forwarded } = response.headers // of the connection to the server, not of the one to the client
    outgoing.writeHead(response.statusCode ?? 502, forwarded)
    response.on('error', fail).pipe(outgoing)
  })
  incoming.pipe(sent.on('error', fail))
}

/** Starts a balancer that sends requests in turn to those of the servers whose /readyz is 200. */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const backends = ports.map((port): Backend => ({ port, ready: false, agent: new Agent({ keepAlive: true }) }))
  const stopped = new AbortController()
  const checks = backends.map(async (backend) => {
    while (!stopped.signal.aborted) {
      backend.ready = await isReady(backend.port)
      await setTimeout(INTERVAL)
    }
  })
  let turn = 0
  // It never closes an idle connection: a request could be on its way already.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const ready = backends.filter((backend) => backend.ready)
    const backend = ready[turn++ % ready.length]
    if (backend === undefined) outgoing.writeHead(503).end('no server is ready')
    else forward(incoming, outgoing, backend)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the balancer has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    waitFor: async (port, ready) => {
      while (backends.find((backend) => backend.port === port)?.ready !== ready) await setTimeout(INTERVAL / 2)
    },
    close: async () => {
      stopped.abort()
      await Promise.all(checks)
      server.closeAllConnections()
      server.close()
      for (const { agent } of backends) agent.destroy()
    },
  }
}
