import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { webhook } from './node.ts'

test('a sender that disconnects before the whole body arrived is reported to onError, and nothing is handled', async () => {
  const reported = Promise.withResolvers<unknown>()
  const handle = vi.fn<() => void>()
  const server = createServer(webhook({ secret: 'whsec_a', handle, onError: reported.resolve })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{')
  await once(server, 'request')
  socket.destroy()
  expect(await reported.promise).toBeInstanceOf(Error)
  expect(handle).not.toHaveBeenCalled()
  server.close()
})
