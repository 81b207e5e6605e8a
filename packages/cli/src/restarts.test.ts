import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../core/src/testing/postgres-server.js'
import { newDatabase } from '../../http/src/testing/databases.js'
import { newAccount } from '../../http/src/testing/services.js'
import { startBalancer } from './testing/balancer.ts'

const BIN = fileURLToPath(new URL('../bin/basketball-data.js', import.meta.url))
const PATHS = ['/v1/games?per_page=5', '/v1/usage', '/v1/seasons', '/v1', '/v1/openapi.json']
const [CALLS, CALLERS, RESTARTS] = [200, 8, 2]
/** Milliseconds that a caller waits at most before its next call, so that connections are idle now and then. */
const PAUSE = 300

const startServe = (database: string, port: number): ChildProcess =>
  spawn(process.execPath, [BIN, 'serve', '--port', String(port), '--no-worker', '--database', database], {
    env: {
      PATH: process.env['PATH'],
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'error',
      PLANS: '{"complete":{"per_minute":null,"per_day":null}}',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Two processes of serve behind a balancer. */
const startService = async (database: string) => {
  const ports = [await freePort(), await freePort()]
  const processes = new Map(ports.map((port) => [port, startServe(database, port)]))
  const balancer = await startBalancer(ports)
  onTestFinished(async () => {
    await balancer.close()
    for (const each of processes.values()) each.kill('SIGKILL')
  })
  await Promise.all(ports.map((port) => balancer.waitFor(port, true)))
  /** Restarts one of the processes. Returns how the old one ended. */
  const restart = async (turn: number): Promise<number | NodeJS.Signals | null> => {
    const port = ports[turn % ports.length] ?? 0
    const old = processes.get(port)
    const exited = old && once(old, 'exit')
    old?.kill('SIGTERM')
    await exited
    await balancer.waitFor(port, false)
    processes.set(port, startServe(database, port))
    await balancer.waitFor(port, true)
    return old?.exitCode ?? old?.signalCode ?? null
  }
  return { origin: balancer.origin, restart }
}

test('two processes of serve behind a load balancer are restarted in turn without a failed call', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const core = await createCore({ database: address })
  const { key } = await newAccount(core, 'complete')
  await core.close()
  const { origin, restart } = await startService(address)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const failures: string[] = []
  let calls = 0
  let ended = false
  const exits: (number | NodeJS.Signals | null)[] = []

  const isDone = (): boolean => ended && calls >= CALLS
  const call = async (path: string): Promise<void> => {
    const sent = request(origin + path, { agent, headers: { 'x-api-key': key } }).end()
    const [response] = await once(sent, 'response')
    const body = await text(response)
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${body.slice(0, 200)}`)
    JSON.parse(body)
  }
  const callUntilRestarted = async (caller: number): Promise<void> => {
    for (let n = caller; !isDone(); n++) {
      await call(PATHS[n % PATHS.length] ?? '/v1').catch((error: unknown) => failures.push(String(error)))
      calls += 1
      await setTimeout(Math.random() * PAUSE)
    }
  }

  const calling = Promise.all(Array.from({ length: CALLERS }, (_, caller) => callUntilRestarted(caller)))
  try {
    for (let turn = 0; turn < RESTARTS; turn++) exits.push(await restart(turn))
  } finally {
    ended = true
  }
  await calling
  expect({ exits, failures }).toEqual({ exits: [0, 0], failures: [] })
})
