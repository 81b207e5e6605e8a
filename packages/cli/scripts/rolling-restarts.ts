// Restarts two processes of `serve` in turn behind a load balancer, while calls go through it, and prints the figures as
// JSON: the calls, those that failed, and the milliseconds they took.
// Usage: node rolling-restarts.ts --database <postgres://…> --key <key> [--restarts 4] [--calls 1000] [--drain 5] [--pause 50]
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '../../core/src/testing/postgres-server.ts'
import { startBalancer } from './balancer.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    restarts: { type: 'string', default: '4' },
    calls: { type: 'string', default: '1000' },
    drain: { type: 'string', default: '5' },
    // Milliseconds that a caller waits at most before its next call, so that connections are idle now and then.
    pause: { type: 'string', default: '50' },
  },
})
const [restarts, minimum, pause] = [Number(values.restarts), Number(values.calls), Number(values.pause)]

const BIN = fileURLToPath(new URL('../bin/basketball-data.js', import.meta.url))
const PATHS = ['/v1/games?per_page=5', '/v1/usage', '/v1/seasons', '/v1', '/v1/openapi.json']
const CALLERS = 16

const startServe = (port: number): ChildProcess =>
  spawn(process.execPath, [BIN, 'serve', '--port', String(port), '--no-worker', '--database', values.database], {
    env: {
      PATH: process.env['PATH'],
      DRAIN_SECONDS: values.drain,
      LOG_LEVEL: 'error',
      PLANS: '{"complete":{"per_minute":null,"per_day":null}}',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const agent = new Agent({ keepAlive: true })

/** Calls a path; @throws if the response is anything but a whole 200 with JSON. */
const call = async (origin: string, path: string): Promise<void> => {
  const sent = request(origin + path, { agent, headers: { 'x-api-key': values.key } }).end()
  const [response] = await once(sent, 'response')
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${body.slice(0, 200)}`)
  JSON.parse(body)
}

const ports = [await freePort(), await freePort()]
const processes = new Map(ports.map((port) => [port, startServe(port)]))
const balancer = await startBalancer(ports)
const failures: string[] = []
const durations: number[] = []
let restarted = 0

const isDone = (): boolean => restarted >= restarts && durations.length >= minimum

const callUntilRestarted = async (caller: number): Promise<void> => {
  for (let n = caller; !isDone(); n++) {
    const began = performance.now()
    await call(balancer.origin, PATHS[n % PATHS.length] ?? '/v1').catch((error: unknown) => {
      failures.push(String(error))
    })
    durations.push(performance.now() - began)
    await setTimeout(Math.random() * pause)
  }
}

const restart = async (port: number): Promise<void> => {
  const old = processes.get(port)
  const exited = old && once(old, 'exit')
  old?.kill('SIGTERM')
  await exited
  if (old?.exitCode !== 0) throw new Error(`serve has ended with ${old?.exitCode ?? old?.signalCode}`)
  await balancer.waitFor(port, false)
  processes.set(port, startServe(port))
  await balancer.waitFor(port, true)
  restarted += 1
}

try {
  await Promise.all(ports.map((port) => balancer.waitFor(port, true)))
  const began = performance.now()
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, caller) => callUntilRestarted(caller)))
  for (let n = 0; n < restarts; n++) await restart(ports[n % ports.length] ?? 0)
  await calling
  const seconds = (performance.now() - began) / 1000
  const sorted = durations.toSorted((a, b) => a - b)
  const quantile = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  const figures = { p50: quantile(0.5), p99: quantile(0.99), slowest: quantile(1) }
  const counts = { calls: durations.length, failed: failures.length, restarts, seconds: Math.round(seconds) }
  console.log(JSON.stringify({ ...counts, ...figures, failures: failures.slice(0, 10) }))
} finally {
  await balancer.close()
  agent.destroy()
  for (const each of processes.values()) each.kill('SIGKILL')
}
