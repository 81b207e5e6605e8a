// The reference: node:http, a prepared statement, JSON.stringify.
import { createServer } from 'node:http'
import { openReference } from './reference.ts'
import { handleControl, getPort } from './control.ts'

const [, , database = ''] = process.argv
const reference = openReference(database)

const respond = (path: string): Promise<object | undefined> => {
  const [, , resource, id = '', part] = path.split('/')
  if (resource === 'one-row') return reference.oneRow(id)
  if (id === '') return reference.games()
  return part === 'playbyplay' ? reference.playByPlay(id) : reference.game(id)
}

const server = createServer((request, response) => {
  void respond(request.url ?? '/').then((data) => {
    const body = JSON.stringify(data ?? {})
    response.writeHead(data === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => handleControl(getPort(server.address())))
