// node:http, a prepared statement, JSON.stringify.
import { createServer } from 'node:http'
import { openReference } from './reference.ts'
import { portOf, report } from './report.ts'

const [, , database = ''] = process.argv
const reference = openReference(database)

const answerTo = (path: string): Promise<object | undefined> => {
  const [, , , id, part] = path.split('/')
  if (id === undefined) return reference.games()
  return part === 'playbyplay' ? reference.playByPlay(id) : reference.game(id)
}

const server = createServer((request, response) => {
  void answerTo(request.url ?? '/').then((answer) => {
    const body = JSON.stringify(answer ?? {})
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => report(portOf(server.address())))
