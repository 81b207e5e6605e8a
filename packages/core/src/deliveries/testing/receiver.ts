import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** A receiver of deliveries on this machine, on the level of sockets. */
export type Receiver = {
  port: number
  /** Connections accepted so far; over TLS, those whose handshake succeeded. */
  connections: Socket[]
  /** Everything read so far, connection after connection. */
  received: () => string
}

/** Called with a connection once a complete request was read. */
export type Respond = (socket: Socket) => unknown

const isComplete = (request: string): boolean => {
  const end = request.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0)
  return end >= 0 && Buffer.byteLength(request.slice(end + 4)) >= length
}

const open = async (server: Server, event: string, accept: (socket: Socket) => void, host: string, port: number) => {
  const connections: Socket[] = []
  const sockets = new Set<Socket>()
  // Also closes connections below TLS when the test ends.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.on(event, (socket: Socket) => {
    connections.push(socket)
    socket.on('error', () => {})
    accept(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of [...connections, ...sockets]) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, connections }
}

const reading = (respond: Respond): { accept: (socket: Socket) => void; received: () => string } => {
  const texts: string[] = []
  const accept = (socket: Socket) => {
    const index = texts.push('') - 1
    socket.on('data', (bytes: Buffer) => {
      const before = texts[index] ?? ''
      texts[index] = before + bytes.toString()
      if (!isComplete(before) && isComplete(texts[index])) respond(socket)
    })
  }
  return { accept, received: () => texts.join('') }
}

/** Starts a receiver without TLS until the test ends. */
export const receive = async (respond: Respond, { host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> => {
  const { accept, received } = reading(respond)
  return { ...(await open(createServer(), 'connection', accept, host, port)), received }
}

/** Starts a receiver without TLS that reads nothing: `accept` is called with each new connection. */
export const acceptRaw = async (accept: (socket: Socket) => void): Promise<Receiver> => ({
  ...(await open(createServer(), 'connection', accept, '127.0.0.1', 0)),
  received: () => '',
})

/** Starts a receiver with TLS until the test ends. */
export const receiveSecurely = async (options: TlsOptions, respond: Respond): Promise<Receiver> => {
  const { accept, received } = reading(respond)
  const server = createTlsServer(options)
  server.on('tlsClientError', () => {})
  return { ...(await open(server, 'secureConnection', accept, '127.0.0.1', 0)), received }
}

/** Writes these bytes, then ends the connection. */
export const reply =
  (text: string): Respond =>
  (socket) =>
    socket.end(text, 'latin1')

/** A self-signed certificate for a name and for 127.0.0.1, and its key; PEM. */
export const certificateFor = async (name: string, days = 1): Promise<{ cert: string; key: string }> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 10 * 86_400_000),
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { cert, key }
}
