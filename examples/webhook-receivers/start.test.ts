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
  'npm start -- %s starts a receiver that handles a repeated delivery once and refuses nothing',
  async (framework) => {
    const env = { ...process.env, PORT: String(await freePort()) }
    const child = spawn(process.execPath, ['start.ts', framework], { cwd: import.meta.dirname, env })
    onTestFinished(() => void child.kill())
    let output = ''
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.includes('Ctrl-C')) break
    }
    expect(output).toMatch(/final.* 91 88/)
    expect(output).toContain('200 handled\n200 duplicate\n')
    expect(errors).not.toContain('missing_header')
  },
)
