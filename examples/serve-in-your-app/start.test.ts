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

test('npm start serves /v1 and /docs next to a route of the app', async () => {
  const env = { ...process.env, PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['start.ts'], { cwd: import.meta.dirname, env })
  onTestFinished(() => void child.kill())
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/curl .+\n/)
  const [, key = '', latest = '', docs = '', games = ''] =
    / once: (\S+)\n(\S+)\n(\S+)\ncurl .+ (\S+)\n/.exec(output) ?? []
  expect(await (await fetch(latest)).text()).toMatch(/^(.+ \d+–\d+ .+\n?){5}$/)
  expect(await (await fetch(docs)).text()).toContain('<h1')
  expect(await (await fetch(games, { headers: { authorization: `Bearer ${key}` } })).json()).toMatchObject({
    meta: { total: 10 },
  })
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
