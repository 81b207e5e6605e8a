import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP relay to a database, which a test can disconnect, stall, freeze or slow down. */
export type Relay = {
  /** The address of the database through the relay. */
  address: string
  /** Closes all connections and refuses new ones, like a stopped server. */
  disconnect: () => Promise<void>
  /** Forwards nothing any more over the open connections, and keeps them open, like a failover without a word. */
  stall: () => void
  /** Accepts new connections too, and forwards nothing over any, like a server that hangs. */
  freeze: () => void
  /** Forwards again, after `stall` or `freeze`, what was sent since. */
  resume: () => void
  /** Forwards everything so many milliseconds later, over the open connections and new ones. */
  delay: (milliseconds: number) => void
  /** Works again for new connections, at the same address. */
  reconnect: () => Promise<void>
}

type Traffic = { open: Set<Socket>; frozen: boolean; delay: number }

const forward = (from: Socket, to: Socket, traffic: Traffic): void => {
  from.on('data', (chunk) => {
    if (traffic.delay === 0) to.write(chunk)
    else setTimeout(() => to.write(chunk), traffic.delay).unref()
  })
  from.on('end', () => to.end())
}

const pipe = (from: Socket, host: string, port: number, traffic: Traffic): void => {
  const to = connect(port, host)
  for (const [socket, other] of [
    [from, to],
    [to, from],
  ] as const) {
    traffic.open.add(socket)
    forward(socket, other, traffic)
    if (traffic.frozen) socket.pause()
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      traffic.open.delete(socket)
      other.destroy()
    })
  }
}

/** Opens a relay on a free port to the database at `address` (postgres://…). */
export const openRelay = async (address: string): Promise<Relay> => {
  const target = new URL(address)
  const traffic: Traffic = { open: new Set(), frozen: false, delay: 0 }
  let server: Server
  const listen = async (port: number): Promise<number> => {
    server = createServer((socket) => pipe(socket, target.hostname, Number(target.port), traffic))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (typeof bound !== 'object' || bound === null) throw new TypeError('the relay has no port')
    return bound.port
  }
  const port = await listen(0)
  const relayed = new URL(address)
  relayed.port = String(port)
  const stall = () => {
    for (const socket of traffic.open) socket.pause()
  }
  const disconnect = async () => {
    for (const socket of traffic.open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    address: relayed.href,
    disconnect,
    stall,
    freeze: () => {
      traffic.frozen = true
      stall()
    },
    resume: () => {
      traffic.frozen = false
      for (const socket of traffic.open) socket.resume()
    },
    delay: (milliseconds) => {
      traffic.delay = milliseconds
    },
    reconnect: async () => {
      await disconnect()
      Object.assign(traffic, { frozen: false, delay: 0 })
      await listen(port)
    },
  }
}
