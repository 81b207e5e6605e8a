// The reference for games that are scored live: what is posted to /<name>/events is sent to every open stream of /<name>/stream, and kept
// nowhere.
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { getPort, handleControl } from './control.ts'

const readers = new Map<string, Set<ServerResponse>>()

const server = createServer(async (request, response) => {
  const [, name = '', part] = (request.url ?? '').split('/')
  const ofGame = readers.get(name) ?? new Set()
  readers.set(name, ofGame)
  if (part === 'stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    ofGame.add(response)
    response.on('close', () => ofGame.delete(response))
    return
  }
  const body = await text(request)
  response.end('{}')
  for (const reader of ofGame) reader.write(`event: play\ndata: ${body}\n\n`)
})
server.listen(0, '127.0.0.1', () => handleControl(getPort(server.address())))
