import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP relay to a database, which a test can disconnect or stall. */
export type Relay = {
  /** The address of the database through the relay. */
  address: string
  /** Closes all connections and refuses new ones, like a stopped server. */
  disconnect: () => Promise<void>
  /** Forwards nothing any more and keeps all connections open, like a network that fails silently. */
  stall: () => void
  /** Accepts connections again, at the same address. */
  reconnect: () => Promise<void>
}

const pipe = (from: Socket, host: string, port: number, open: Set<Socket>): void => {
  const to = connect(port, host)
  for (const [socket, other] of [
    [from, to],
    [to, from],
  ] as const) {
    open.add(socket)
    socket.pipe(other)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
}

/** Opens a relay on a free port to the database at `address` (postgres://…). */
export const openRelay = async (address: string): Promise<Relay> => {
  const target = new URL(address)
  const open = new Set<Socket>()
  let server: Server
  const listen = async (port: number): Promise<number> => {
    server = createServer((socket) => pipe(socket, target.hostname, Number(target.port), open))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (typeof bound !== 'object' || bound === null) throw new TypeError('the relay has no port')
    return bound.port
  }
  const port = await listen(0)
  const relayed = new URL(address)
  relayed.port = String(port)
  return {
    address: relayed.href,
    disconnect: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
    stall: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    reconnect: async () => {
      await listen(port)
    },
  }
}
