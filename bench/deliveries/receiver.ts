// Receives deliveries and responds with 204. Responds to "count" with the number of deliveries received, and to "last"
// with the time of the first byte of the last one, in milliseconds since 1970.
import { createServer } from 'node:net'
import { handleRequests } from '../child-process.ts'
import { getPort } from '../servers/control.ts'

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n'

let count = 0
let last = Number.NaN

// Every request has a content-length, and none is sent before the response to the one before it.
const server = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    if (received.length === 0) last = performance.timeOrigin + performance.now()
    received = Buffer.concat([received, chunk])
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return
    const headers = received.toString('latin1', 0, head)
    const [, length = '0'] = /content-length: (\d+)/i.exec(headers) ?? []
    if (received.length < head + 4 + Number(length)) return
    count += 1
    received = Buffer.alloc(0)
    if (/connection: close/i.test(headers)) socket.end(`${NO_CONTENT}connection: close\r\n\r\n`)
    else socket.write(`${NO_CONTENT}\r\n`)
  })
}).listen(0, '127.0.0.1', 1024)

const ready = new Promise<void>((resolve) => server.once('listening', resolve))
handleRequests(async (message) => {
  await ready
  if (message === 'port') return String(getPort(server.address()))
  return String(message === 'count' ? count : last)
})
