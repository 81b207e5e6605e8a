import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What npm sends to publish a version: the document of the package, with the tarball as an attachment. */
type Published = { name: string; _attachments: Record<string, { data: string }> }

/**
 * Starts a registry of npm on 127.0.0.1, which keeps the last version of each package in memory. It has what `npm publish` and
 * `npm install` need, and no users: any token will do.
 */
export const startRegistry = async (): Promise<{ address: string; close: () => void }> => {
  const documents = new Map<string, string>()
  const tarballs = new Map<string, Buffer>()

  const publish = async (request: IncomingMessage): Promise<void> => {
    const { _attachments: attachments, ...document } = (await json(request)) as Published
    documents.set(document.name, JSON.stringify(document))
    for (const [file, { data }] of Object.entries(attachments)) tarballs.set(file, Buffer.from(data, 'base64'))
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [name = '', file = ''] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/')
    if (request.method === 'PUT') {
      await publish(request)
      response.writeHead(201).end('{}')
      return
    }
    const found = file === '' ? documents.get(name) : tarballs.get(file)
    response.writeHead(found === undefined ? 404 : 200).end(found ?? '{}')
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
