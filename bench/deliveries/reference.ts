// The reference: posts one body to one address with undici and nothing else, with a number of concurrent requests.
// Responds to "close <n>" once it has posted n times over a connection each, and to "keep <n>" over connections that it
// keeps; in both cases with the microseconds of CPU time that this took.
import { Agent, request } from 'undici'
import { handleRequests } from '../child-process.ts'

const [, , port = '', concurrency = '', body = ''] = process.argv

const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
const dispatcher = new Agent({ connections: Number(concurrency) })

const post = async (reset: boolean): Promise<void> => {
  const response = await request(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body, reset, dispatcher })
  await response.body.dump()
}

handleRequests(async (message) => {
  const [connections, count] = message.split(' ')
  let remaining = Number(count)
  const postAll = async (): Promise<void> => {
    while (remaining-- > 0) await post(connections === 'close')
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: Number(concurrency) }, postAll))
  const { user, system } = process.cpuUsage(before)
  return String(user + system)
})
