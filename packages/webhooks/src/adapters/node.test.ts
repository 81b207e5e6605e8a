import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { webhook } from './node.ts'

test('a sender that hangs up before the whole body came is heard of, and nothing is handled', async () => {
  const heard = Promise.withResolvers<unknown>()
  const handle = vi.fn<() => void>()
  const server = createServer(webhook({ secret: 'whsec_a', handle, onError: heard.resolve })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{')
  await once(server, 'request')
  socket.destroy()
  expect(await heard.promise).toBeInstanceOf(Error)
  expect(handle).not.toHaveBeenCalled()
  server.close()
})
