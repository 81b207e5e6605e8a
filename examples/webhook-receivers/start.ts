// Starts a receiver and sends it the same signed delivery twice.
// Usage: npm start [-- hono | express | fastify | next | node | by-hand]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
process.on('SIGINT', () => {}) // Ctrl-C reaches the receiver too; this process exits when the receiver has

/** Only connects: a request would be a delivery that the receiver refuses. */
const isListening = (): Promise<boolean> => {
  const socket = connect(Number(PORT), '127.0.0.1')
  return once(socket, 'connect')
    .then(Boolean, () => false)
    .finally(() => socket.destroy())
}
while (!(await isListening())) await sleep(50)

const event = finalScore()
for (let delivery = 1; delivery <= 2; delivery++) {
  const response = await send(address, event, secret)
  console.log(response.status, await response.text())
}
console.log(`The ${framework} receiver listens on ${address}. Press Ctrl-C to stop it.`)
