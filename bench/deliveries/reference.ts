// The reference: posts one body to one address, a number of times and with a number of concurrent requests, with
// node:http and nothing else.
import { request } from 'node:http'
import { handleRequests } from '../child-process.ts'

const [, , port = '', deliveries = '', concurrency = '', body = ''] = process.argv

const post = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false }, (response) => {
      response.resume().once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })

let remaining = Number(deliveries)
const postAll = async (): Promise<void> => {
  while (remaining-- > 0) await post()
}

handleRequests(async () => {
  await Promise.all(Array.from({ length: Number(concurrency) }, postAll))
  return 'done'
})
