import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test.each(['hono', 'express', 'fastify', 'next', 'node', 'by-hand'])(
  'one command starts the receiver %s, which handles a delivery once',
  async (framework) => {
    const env = { ...process.env, PORT: String(await freePort()) }
    const started = spawn(process.execPath, ['start.ts', framework], { cwd: import.meta.dirname, env })
    onTestFinished(() => void started.kill())
    let said = ''
    for await (const chunk of started.stdout) {
      said += String(chunk)
      if (said.includes('Ctrl-C')) break
    }
    expect(said).toMatch(/final.* 91 88/)
    expect(said).toContain('200 handled\n200 duplicate\n')
  },
)
