import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { installed } from 'testbed/packed'
import { runtimes } from 'testbed/runtimes'
import { afterAll, describe, expect, test } from 'vitest'

const { tarball, app, remove } = installed('webhooks')
afterAll(remove)

/** The package bundled into one minified file, for a platform with this export condition. */
const bundle = async (condition: string, format: 'es' | 'iife'): Promise<string> => {
  const input = join(app, 'bundled.js')
  writeFileSync(input, "export * from '@basketball-data/webhooks'")
  const external = condition === 'node' ? ['node:crypto'] : []
  const built = await rolldown({
    input,
    external,
    platform: 'neutral',
    resolve: { conditionNames: [condition, 'import'] },
  })
  const { output } = await built.generate({ format, name: 'webhooks', minify: true })
  return output[0].code
}

describe('the packed package', () => {
  test('passes publint', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    expect(messages).toEqual([])
  })

  test('has types that resolve for ESM, CommonJS, bundlers and older compiler settings', async () => {
    expect(await checkPackage(createPackageFromTarballData(tarball))).toMatchObject({
      types: { kind: 'included' },
      problems: [],
    })
  })

  test.each(['node', 'browser'])('is smaller than 2 kB gzipped, bundled for %s', async (condition) => {
    expect(gzipSync(await bundle(condition, 'es'), { level: 9 }).length).toBeLessThan(2000)
  })

  test('needs only web APIs, none of Node, outside of Node', async () => {
    const { crypto, TextEncoder, TextDecoder, Blob, Request } = globalThis
    const globals = { crypto, TextEncoder, TextDecoder, Blob, Request, body: '{"name":"Dončić 🏀"}' }
    const program = `${await bundle('workerd', 'iife')};
      const secret = 'whsec_0123456789abcdef0123456789abcdef'
      const received = async () => {
        const headers = { 'X-Service-Signature': await webhooks.sign({ body, secret }) }
        const request = new Request('https://receiver.example/', { method: 'POST', body, headers })
        return (await webhooks.verify({ body: request, secret })).name
      }
      received()`
    expect(await runInNewContext(program, globals)).toBe('Dončić 🏀')
  })

  describe.each(runtimes)('in $name', ({ program, args, installed }) => {
    test.skipIf(!installed)('receives deliveries (skipped if the runtime is not installed)', () => {
      const file = join(app, 'receiver-program.mjs')
      copyFileSync(join(import.meta.dirname, 'test-support', 'receiver-program.mjs'), file)
      expect(execFileSync(program, [...args, file], { cwd: app, encoding: 'utf8' })).toBe('received\n')
    })
  })
})
