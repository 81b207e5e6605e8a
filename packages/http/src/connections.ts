import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Requests of one connection that run at the same time; pipelined requests behind them wait. */
const MAX_RUNNING = 8

/**
 * Connections above the maximum that are accepted all the same, so that they get a response that says why. The system
 * resets those above, which looks like a broken network.
 */
export const SURPLUS = 1000

/** Milliseconds that a connection above the maximum has to send its request. */
const SURPLUS_TIMEOUT = 5000

/** A connection and its requests. */
export type Connection = {
  /** The responses that are not finished, in the order of their requests. */
  readonly open: ReadonlySet<ServerResponse>
  /** The response to the latest request; undefined before the first one. */
  readonly last: ServerResponse | undefined
}

/** The connections of a server. */
export type Connections = {
  get: (socket: Duplex) => Connection | undefined
  /**
   * Calls `handle` when it is the turn of the request: at once, or after earlier requests of its connection. It receives
   * whether the connection is within the maximum.
   */
  begin: (socket: Socket, response: ServerResponse, handle: (accepted: boolean) => void) => void
  /** From now on the response to the latest request of a connection closes it. */
  closeAfterResponses: () => void
  /** Closes connections without a request, now and as soon as the requests of the others are finished. */
  closeIdle: () => void
}

/** What the server does with connections. */
export type ConnectionLimits = {
  /** Connections that are served. */
  max: number
  /** Milliseconds after which a client that reads nothing of its response is disconnected. */
  unreadTimeout: number
}

class TrackedConnection implements Connection {
  readonly open = new Set<ServerResponse>()
  last: ServerResponse | undefined
  /** Requests that begin when an earlier one is finished. Nothing more is read before. */
  readonly waiting: (() => void)[] = []
  running = 0
  /** The response with `Connection: close`, although the client would keep the connection open. */
  #closing: ServerResponse | undefined
  readonly socket: Duplex

  constructor(socket: Duplex) {
    this.socket = socket
    // Node also resumes a socket, when a response is sent or a body is read.
    socket.on('resume', () => this.waiting.length > 0 && socket.pause())
  }

  add(response: ServerResponse): void {
    this.open.add(response)
    this.last = response
    response.once('close', () => this.open.delete(response))
  }

  /** Runs a request, or lets it wait if too many of this connection run. */
  schedule(response: ServerResponse, handle: () => void): void {
    const run = () => {
      this.running += 1
      response.once('close', () => {
        this.running -= 1
        this.#next()
      })
      handle()
    }
    if (this.running < MAX_RUNNING) return run()
    this.waiting.push(run)
    this.socket.pause()
  }

  #next(): void {
    if (this.socket.destroyed) return void this.waiting.splice(0)
    const run = this.waiting.shift()
    run?.()
    if (run !== undefined && this.waiting.length === 0) this.socket.resume()
  }

  /** The connection closes after its latest response. One before it that was to close it, and is not sent yet, no longer does. */
  closeAfterLast(): void {
    const { last } = this
    if (last === this.#closing || last === undefined) return
    if (this.#closing !== undefined && !this.#closing.headersSent) this.#closing.shouldKeepAlive = true
    this.#closing = undefined
    if (last.headersSent || !last.shouldKeepAlive) return
    last.shouldKeepAlive = false
    this.#closing = last
  }
}

/** Limits the connections of a server, the requests that run on each, and how long a response waits for its client. */
export const trackConnections = (server: Server, { max, unreadTimeout }: ConnectionLimits): Connections => {
  const connections = new Map<Duplex, TrackedConnection>()
  const accepted = new Set<Duplex>()
  let closesAfterResponses = false
  let closesIdle = false

  /** Whether a connection is within the maximum; one that was not is as soon as there is room. */
  const accept = (socket: Socket): boolean => {
    if (accepted.has(socket)) return true
    const room = accepted.size < max
    if (room) accepted.add(socket)
    socket.setTimeout(room ? unreadTimeout : SURPLUS_TIMEOUT)
    return room
  }

  server.timeout = unreadTimeout
  server.maxConnections = max + SURPLUS
  server.on('connection', (socket) => {
    connections.set(socket, new TrackedConnection(socket))
    accept(socket)
    socket.once('close', () => {
      connections.delete(socket)
      accepted.delete(socket)
    })
  })
  // Node counts reading as progress too. It reads no further request while a response waits for its client, and gives up
  // one that arrives slowly.
  server.on('timeout', (socket) => {
    const connection = connections.get(socket)
    const unread = socket.writableLength > 0
    const idle = connection?.open.size === 0 && (connection.last !== undefined || !accepted.has(socket))
    if (unread || idle) socket.destroy()
  })

  return {
    get: (socket) => connections.get(socket),
    begin: (socket, response, handle) => {
      const connection = connections.get(socket)
      if (connection === undefined) return // closed already
      connection.add(response)
      if (closesAfterResponses) connection.closeAfterLast()
      response.once('close', () => {
        if (closesIdle && connection.open.size === 0) socket.end()
      })
      connection.schedule(response, () => handle(accept(socket)))
    },
    closeAfterResponses: () => {
      closesAfterResponses = true
      for (const connection of connections.values()) connection.closeAfterLast()
    },
    closeIdle: () => {
      closesIdle = true
      server.closeIdleConnections()
      for (const [socket, { last }] of connections) if (last === undefined) socket.destroy()
    },
  }
}
