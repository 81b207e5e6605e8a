import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

test('one command serves the paths of the service beside a route of the app', async () => {
  const env = { ...process.env, PORT: String(await freePort()) }
  const started = spawn(process.execPath, ['start.ts'], { cwd: import.meta.dirname, env })
  onTestFinished(() => void started.kill())
  const [said] = await once(started.stdout, 'data')
  const [latest = '', docs = ''] = String(said).split('\n')
  const [, key = '', games = ''] = /'X-API-Key: (\S+)' (\S+)/.exec(String(said)) ?? []
  expect(await (await fetch(latest)).text()).toMatch(/^(.+ \d+–\d+ .+\n?){5}$/)
  expect(await (await fetch(docs)).text()).toContain('<h1')
  expect(await (await fetch(games, { headers: { 'X-API-Key': key } })).json()).toMatchObject({ meta: { total: 20 } })
  const ended = once(started, 'exit')
  started.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
