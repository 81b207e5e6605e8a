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
  /** Forwards again, after `stall`, what was sent since. */
  resume: () => void
  /** Accepts connections again, at the same address. */
  reconnect: () => Promise<void>
}

/** `open` has the sockets and the other end of each. */
const pipe = (from: Socket, host: string, port: number, open: Map<Socket, Socket>, stalled: boolean): void => {
  const to = connect(port, host)
  for (const [socket, other] of [
    [from, to],
    [to, from],
  ] as const) {
    open.set(socket, other)
    if (!stalled) socket.pipe(other)
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
  const open = new Map<Socket, Socket>()
  let stalled = false
  let server: Server
  const listen = async (port: number): Promise<number> => {
    server = createServer((socket) => pipe(socket, target.hostname, Number(target.port), open, stalled))
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
      for (const socket of open.keys()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
    stall: () => {
      stalled = true
      for (const socket of open.keys()) socket.unpipe().pause()
    },
    resume: () => {
      stalled = false
      for (const [socket, other] of open) socket.pipe(other)
    },
    reconnect: async () => {
      await listen(port)
    },
  }
}
