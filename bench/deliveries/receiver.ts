// Takes deliveries and answers 204, in a process of its own. Asked "count", it says how many have come; asked "last",
// when the first byte of the last one came, milliseconds since 1970.
import { createServer } from 'node:net'
import { answerParent } from '../child.ts'
import { portOf } from '../servers/report.ts'

const ANSWER = Buffer.from('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')

let count = 0
let last = Number.NaN

/** The service sends one delivery per connection, with its length. */
const server = createServer((socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    if (received.length === 0) last = performance.timeOrigin + performance.now()
    received = Buffer.concat([received, chunk])
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return
    const [, length = '0'] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, head)) ?? []
    if (received.length < head + 4 + Number(length)) return
    count += 1
    socket.end(ANSWER)
  })
}).listen(0, '127.0.0.1', 1024)

const ready = new Promise<void>((resolve) => server.once('listening', resolve))
answerParent(async (question) => {
  await ready
  if (question === 'port') return String(portOf(server.address()))
  return String(question === 'count' ? count : last)
})
