// The reference: posts the same body to one address so many times, so many at a time, with node:http alone.
import { request } from 'node:http'
import { answerParent } from '../child.ts'

const [, , port = '', deliveries = '', at_a_time = '', body = ''] = process.argv

const post = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })

let left = Number(deliveries)
const postAll = async (): Promise<void> => {
  while (left-- > 0) await post()
}

answerParent(async () => {
  await Promise.all(Array.from({ length: Number(at_a_time) }, postAll))
  return 'done'
})
