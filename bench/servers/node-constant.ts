// A floor: node:http that answers every request with a constant.
import { createServer } from 'node:http'
import { handleControl, getPort } from './control.ts'

const [, , body = ''] = process.argv
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => handleControl(getPort(server.address())))
