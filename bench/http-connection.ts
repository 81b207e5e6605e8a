import { connect } from 'node:net'

/** A response to a request of a load generator. */
export type ResponseInfo = { status: number; bytes: number }

/** A connection with one request in flight at a time. */
export type HttpConnection = {
  send: (request: Buffer) => void
  end: () => void
}

/**
 * Opens a connection to a server on this machine. It writes to and reads from the socket directly, because an HTTP client
 * would use more CPU than the servers. `onClose` gets the error if the connection broke.
 */
export const openConnection = (
  port: number,
  {
    onOpen,
    onResponse,
    onClose,
  }: { onOpen: () => void; onResponse: (response: ResponseInfo) => void; onClose: (error?: Error) => void },
): HttpConnection => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let head: Buffer = Buffer.alloc(0)
  /** Bytes of the response still to come; undefined until its headers are complete. */
  let missing: number | undefined
  let response: ResponseInfo = { status: 0, bytes: 0 }

  const readHead = (chunk: Buffer) => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const text = head.toString('latin1', 0, end)
    const length = /^content-length: *(\d+)$/im.exec(text)?.[1]
    if (length === undefined) throw new TypeError(`a response without content-length:\n${text}`)
    const bytes = end + 4 + Number(length)
    response = { status: Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), bytes }
    missing = bytes - head.length
  }
  socket.on('connect', onOpen)
  socket.on('data', (chunk) => {
    if (missing === undefined) readHead(chunk)
    else missing -= chunk.length
    if (missing === 0) onResponse(response)
  })
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => onClose(failure))

  return {
    send: (request) => {
      head = Buffer.alloc(0)
      missing = undefined
      socket.write(request)
    },
    end: () => socket.end(),
  }
}
