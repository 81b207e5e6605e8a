// Starts a receiver and sends it a signed final score, twice. Usage: npm start [-- hono | express | fastify | next | node | by-hand]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { finalScore, send } from './send.ts'

const [framework = 'hono'] = process.argv.slice(2)
const { WEBHOOK_SECRET: secret = `whsec_${randomBytes(32).toString('base64url')}`, PORT = '8080' } = process.env
const address = `http://127.0.0.1:${PORT}/hook`

const receiver = spawn(process.execPath, [join(import.meta.dirname, `${framework}.ts`)], {
  env: { ...process.env, WEBHOOK_SECRET: secret, PORT },
  stdio: 'inherit',
})
receiver.on('exit', (code) => process.exit(code ?? 0))
process.on('SIGTERM', () => receiver.kill())
process.on('SIGINT', () => {}) // the receiver gets it too, and its end is ours

const listens = () => fetch(address, { method: 'POST' }).then(Boolean, () => false)
while (!(await listens())) await wait(50)

const event = finalScore()
for (const _ of ['the delivery', 'the same again']) {
  const answer = await send(address, event, secret)
  console.log(answer.status, await answer.text())
}
console.log(`A receiver with ${framework} listens on ${address}; Ctrl-C stops it.`)
