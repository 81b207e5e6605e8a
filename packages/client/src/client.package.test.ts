import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { installed } from 'testbed/packed'
import { runtimes } from 'testbed/runtimes'
import { afterAll, describe, expect, test } from 'vitest'

const { tarball, app, remove } = installed('client', ['@trpc/client', '@trpc/server', 'msw'])
afterAll(remove)

/** A program bundled into one minified file for browsers. */
const bundle = async (program: string, format: 'es' | 'iife' = 'es'): Promise<string> => {
  const input = join(app, 'bundled.js')
  writeFileSync(input, program)
  const built = await rolldown({ input, platform: 'neutral', resolve: { conditionNames: ['browser', 'import'] } })
  const { output } = await built.generate({ format, name: 'client', minify: true })
  return output[0].code
}
const EVERYTHING = "export * from '@basketball-data/client'"
const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length

const tsc = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'tsc')

/** A program with a tRPC client, without and with the router's type as a type argument. */
const TRPC_PROGRAM = `
import { type AppRouter, createTrpcClient, trpcLink } from '@basketball-data/client/trpc'
import { createTRPCClient } from '@trpc/client'

const webhook = { json: { data: { secret: null }, meta: {} }, meta: { values: { 'data.secret': ['undefined'] } } }
const game = { json: { data: [{ home: { name: 'Harbour City' } }], meta: { count: 1, next_cursor: null } } }
const fetch = async (url: string) =>
  Response.json([{ result: { data: url.includes('games.list') ? game : webhook } }])

const run = async () => {
  const trpc = createTRPCClient<AppRouter>({ links: [trpcLink({ apiKey: 'bd_key', fetch })] })
  const { data } = await trpc.games.list.query({ status: 'final' })
  const name: string | undefined = data[0]?.home.name
  const { data: removed } = await createTrpcClient({ apiKey: 'bd_key', fetch }).webhooks.remove.mutate({ id: 'wh_1' })
  const secret: string | undefined = removed.secret
  console.log(name, secret)
}
void run()

// @ts-expect-error -- no parameter of games.list
export type Wrong = Parameters<ReturnType<typeof createTrpcClient>['games']['list']['query']>[0]['state']
`

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

  test('is smaller than 9 kB minified and gzipped', async () => {
    const size = gzipped(await bundle(EVERYTHING))
    expect(size).toBeGreaterThan(1000)
    expect(size).toBeLessThan(9000)
  })

  test('has a client of the write API smaller than 6.5 kB', async () => {
    expect(gzipped(await bundle("export * from '@basketball-data/client/ingest'"))).toBeLessThan(6500)
  })

  test('has a test kit smaller than 850 kB, recordings of every endpoint included', () => {
    const kit = join(app, 'node_modules', '@basketball-data', 'client', 'dist', 'testing.js')
    expect(statSync(kit).size).toBeLessThan(850_000)
  })

  test('is tree-shaken from a bundle that does not use it', async () => {
    expect(gzipped(await bundle("import '@basketball-data/client'; export const used = 1"))).toBeLessThan(100)
  })

  test('needs only web APIs, none of Node', async () => {
    const { AbortController, Headers, Response, URL, URLSearchParams, crypto, performance } = globalThis
    const web = {
      AbortController,
      Headers,
      Response,
      URL,
      URLSearchParams,
      crypto,
      performance,
      clearTimeout,
      setTimeout,
    }
    const fetch = async () => Response.json({ data: { id: 'wh_1' }, meta: {} })
    const program = `${await bundle(EVERYTHING, 'iife')};
      const { BasketballData } = client
      new BasketballData({ apiKey: 'bd_key' }).webhooks.create({ url: 'https://hooks.example.org/' })`
    expect(await runInNewContext(program, { ...web, fetch })).toEqual({ id: 'wh_1' })
  })

  test('has a client of the write API that works with import and require, and throws the errors of the client', () => {
    const program = `
      const run = async () => {
        for (const load of [(name) => import(name), (name) => require(name)]) {
          const { BasketballDataIngest } = await load('@basketball-data/client/ingest')
          const { NotFoundError } = await load('@basketball-data/client')
          const sent = []
          const fetch = async (url, { headers, body }) => {
            sent.push([url, headers.get('idempotency-key') !== null, body instanceof FormData])
            return Response.json({ error: { code: 'not_found', message: 'none' } }, { status: 404 })
          }
          const ingest = new BasketballDataIngest({ apiKey: 'bdw_key', fetch })
          const error = await ingest.games.remove('a/b').catch((error) => error)
          await ingest.files.import([new File(['date'], 'games.csv')]).catch(() => {})
          console.log(error instanceof NotFoundError, JSON.stringify(sent))
        }
      }
      run()`
    const file = join(app, 'ingest.cjs')
    writeFileSync(file, program)
    const base = 'http://127.0.0.1:3000/ingest/v1'
    const line = `true [["${base}/games/a%2Fb",true,false],["${base}/files",true,true]]\n`
    expect(execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8' })).toBe(line.repeat(2))
  })

  test('has a test kit and a tRPC set-up that work with import and require', () => {
    const program = `
      const run = async () => {
        for (const load of [(name) => import(name), (name) => require(name)]) {
          const { handlers, league } = await load('@basketball-data/client/testing')
          const { createTrpcClient, serviceErrorIn } = await load('@basketball-data/client/trpc')
          const { BasketballData } = await load('@basketball-data/client')
          const { setupServer } = await load('msw/node')
          const server = setupServer(...handlers())
          server.listen()
          const all = await new BasketballData({ apiKey: 'any' }).games.list().all()
          server.close()
          createTrpcClient({ apiKey: 'bd_key' })
          console.log(all.length === league.games.length && serviceErrorIn(new Error()) === null)
        }
      }
      run()`
    const file = join(app, 'kits.cjs')
    writeFileSync(file, program)
    expect(execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8' })).toBe('true\ntrue\n')
  })

  test.each(['mts', 'cts'])(
    'types and runs a tRPC client with no other package than @trpc/client: .%s',
    (extension) => {
      const file = join(app, `trpc.${extension}`)
      writeFileSync(file, TRPC_PROGRAM)
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023', 'esnext.disposable', 'dom'],
        types: [],
        strict: true,
      }
      const config = join(app, `tsconfig.${extension}.json`)
      writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
      const { stdout } = spawnSync(tsc, ['-p', config], { encoding: 'utf8', shell: process.platform === 'win32' })
      expect(stdout).toBe('')
      const compiled = file.replace(/ts$/, 'js')
      expect(execFileSync(process.execPath, [compiled], { encoding: 'utf8' })).toBe('Harbour City undefined\n')
    },
  )

  test('has the licences of the packages that it contains', () => {
    const dist = join(app, 'node_modules', '@basketball-data', 'client', 'dist')
    for (const file of ['trpc.js', 'trpc.cjs'])
      expect(readFileSync(join(dist, file), 'utf8')).toMatch(/superjson:\s+MIT License[^]+copy-anything:\s+MIT License/)
  })

  describe.each(runtimes)('in $name', ({ program, args, installed }) => {
    test.skipIf(!installed)('reads from a service (skipped if the runtime is not installed)', () => {
      const file = join(app, 'client-program.mjs')
      copyFileSync(join(import.meta.dirname, 'test-support', 'client-program.mjs'), file)
      expect(execFileSync(program, [...args, file], { cwd: app, encoding: 'utf8' })).toBe('read\n')
    })
  })
})
