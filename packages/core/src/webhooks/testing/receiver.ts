import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** The other end of a delivery, on this machine. */
export type Receiver = {
  port: number
  /** Connections accepted so far; over TLS, those that came to a session. */
  connections: Socket[]
  /** All that was read, connection after connection. */
  received: () => string
}

/** What a receiver does with a connection once a whole request has come. */
export type Answering = (socket: Socket) => unknown

const isWhole = (request: string): boolean => {
  const end = request.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0)
  return end >= 0 && Buffer.byteLength(request.slice(end + 4)) >= length
}

const open = async (server: Server, event: string, accept: (socket: Socket) => void, host: string, port: number) => {
  const connections: Socket[] = []
  const sockets = new Set<Socket>()
  // Below TLS too, so that none outlives the test.
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

const reading = (answer: Answering): { accept: (socket: Socket) => void; received: () => string } => {
  const texts: string[] = []
  const accept = (socket: Socket) => {
    const index = texts.push('') - 1
    socket.on('data', (bytes: Buffer) => {
      const before = texts[index] ?? ''
      texts[index] = before + bytes.toString()
      if (!isWhole(before) && isWhole(texts[index])) answer(socket)
    })
  }
  return { accept, received: () => texts.join('') }
}

/** Listens without TLS until the test is over. */
export const receive = async (answer: Answering, { host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> => {
  const { accept, received } = reading(answer)
  return { ...(await open(createServer(), 'connection', accept, host, port)), received }
}

/** Listens without TLS, and does with a connection whatever `accept` does, before a byte is read. */
export const acceptRaw = async (accept: (socket: Socket) => void): Promise<Receiver> => ({
  ...(await open(createServer(), 'connection', accept, '127.0.0.1', 0)),
  received: () => '',
})

/** Listens with TLS until the test is over. */
export const receiveSecurely = async (options: TlsOptions, answer: Answering): Promise<Receiver> => {
  const { accept, received } = reading(answer)
  const server = createTlsServer(options)
  server.on('tlsClientError', () => {})
  return { ...(await open(server, 'secureConnection', accept, '127.0.0.1', 0)), received }
}

/** Says these bytes, then that there is nothing more. */
export const say =
  (text: string): Answering =>
  (socket) =>
    socket.end(text, 'latin1')

/** A certificate and its key, signed by itself, for a name and for 127.0.0.1; PEM. */
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
