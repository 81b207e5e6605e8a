import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pack, PACKAGES, PNPM, type PackageName, readVersion } from 'testbed/packed'
import { startRegistry } from 'testbed/registry'
import { runtimes } from 'testbed/runtimes'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { read, ROOT } from './testing/deploy-files.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const shell = process.platform === 'win32'

/** A program that uses all packages, without its imports. */
const PROGRAM = `
const used = async () => {
  const opened = await createCore({ database: 'memory://' })
  for (const bundle of simulate({ day: '2026-11-20', games: 3, detail: 'boxscore' })) await opened.ingest(bundle)
  const { id } = await opened.accounts.create({ email: 'app@example.org', plan: 'live' })
  const { key: apiKey } = await opened.keys.create(id)
  const app = createApp(opened, { pages: createPages() })
  const fetch = async (address: string | URL | Request, init?: RequestInit) => app.fetch(new Request(address, init))
  const client = new BasketballData({ apiKey, baseUrl: 'http://127.0.0.1/v1', fetch })
  const games = []
  for await (const game of client.games.list()) games.push(game.date)
  const event = await verify({ body: '{}', secret: 's', headers: { 'X-Service-Signature': await sign({ body: '{}', secret: 's' }) } })
  await opened.close()
  return [games.length, ERROR_STATUS.not_found, typeof event, typeof createTestService]
}
used().then((done) => console.log(JSON.stringify(done)))
`
const PARTS = {
  '@basketball-data/core': 'createCore',
  '@basketball-data/core/contract': 'ERROR_STATUS',
  '@basketball-data/core/statistics': 'trueShooting',
  '@basketball-data/feeds': 'FeedError',
  '@basketball-data/feeds/bundles': 'bundles',
  '@basketball-data/feeds/euroleague': 'euroleague',
  '@basketball-data/feeds/nba': 'nba',
  '@basketball-data/feeds/simulator': 'simulate',
  '@basketball-data/feeds/the-odds-api': 'theOddsApi',
  '@basketball-data/http': 'createApp',
  '@basketball-data/http/metrics': 'createMetrics',
  '@basketball-data/http/openapi': 'buildDocument',
  '@basketball-data/http/pages': 'wantsPage',
  '@basketball-data/http/testing': 'createTestService',
  '@basketball-data/pages': 'createPages',
  '@basketball-data/client': 'BasketballData',
  '@basketball-data/webhooks': 'sign, verify',
}
const imports = Object.entries(PARTS).map(([from, names]) => `import { ${names} } from '${from}'\n`)
const requires = Object.entries(PARTS).map(([from, names]) => `const { ${names} } = require('${from}')\n`)
const untyped = PROGRAM.replace('address: string | URL | Request, init?: RequestInit', 'address, init')

const FILES = {
  'used.mjs': imports.join('') + untyped,
  'used.cjs': requires.join('') + untyped,
  'used.mts': imports.join('') + PROGRAM,
  'used.cts': imports.join('') + PROGRAM,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      skipLibCheck: true, // not every dependency's own types are clean
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    files: ['used.mts', 'used.cts'],
  }),
  'package.json': '{ "private": true }',
}

/** What npm notes about an installed package. */
const Entry = z.object({
  license: z.string().optional(),
  /** Whether only peers need it. */
  peer: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
})

/** Licences that allow any use. */
const PERMISSIVE = new Set(['Apache-2.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense'])

// Repeated soon: by default npm waits for ten seconds, and then for a minute.
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000']
const reached = spawnSync('npm', ['ping', '--fetch-timeout=20000', ...patience], { stdio: 'ignore', shell })

describe.skipIf(reached.status !== 0)(
  'the packages, packed and installed with npm (skipped if npm cannot reach a registry)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'packages-'))
    const app = join(folder, 'app')
    const tarballs = new Map<PackageName, string>()
    const quick = ['--prefer-offline', '--no-audit', '--no-fund']
    afterAll(() => rmSync(folder, { recursive: true }))

    beforeAll(() => {
      for (const name of PACKAGES) tarballs.set(name, pack(name, folder))
      mkdirSync(app)
      for (const [file, text] of Object.entries(FILES)) writeFileSync(join(app, file), text)
      execFileSync('npm', ['install', ...quick, ...tarballs.values()], { cwd: app, stdio: 'pipe', shell })
    }, 900_000)

    const run = (file: string) => execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8' })

    test('work together from ESM', () => {
      expect(run('used.mjs')).toBe('[3,404,"object","function"]\n')
    })

    test('work together from CommonJS', () => {
      expect(run('used.cjs')).toBe('[3,404,"object","function"]\n')
    })

    test('have types for TypeScript, in ESM and in CommonJS', () => {
      const { stdout, status } = spawnSync(bin('tsc'), ['-p', app], { encoding: 'utf8', shell })
      expect([stdout, status]).toEqual(['', 0])
    })

    test('include the command line', () => {
      const command = join(app, 'node_modules', '.bin', 'basketball-data')
      expect(execFileSync(command, ['--version'], { encoding: 'utf8', shell })).toBe(`${readVersion('cli')}\n`)
    })

    const old = runtimes.find(({ name, installed }) => name === 'Node 20' && installed)
    test
      .skipIf(old === undefined)
      .each([
        ...['core', 'http', 'pages', 'feeds/follow'].map((name) => `import '@basketball-data/${name}'`),
        `import { createRequire } from 'node:module'; createRequire(process.cwd() + '/app.js')('@basketball-data/core')`,
      ])('name the Node that they need in an older one: %s', (program) => {
      const { stderr } = spawnSync(old?.program ?? '', ['--input-type=module', '--eval', program], { cwd: app })
      const errors = stderr.toString().match(/^\w*Error.*$/gm)
      expect(errors).toEqual([expect.stringMatching(/^Error: @basketball-data\/core needs Node 22\.13 or newer, .*$/)])
    })

    test('begin a new embedded database with the prepared one of the package', () => {
      const files = execFileSync('tar', ['-tzf', tarballs.get('core') ?? ''], { encoding: 'utf8' }).split('\n')
      const prepared = files.filter((file) => file.startsWith('package/prepared/'))
      expect(prepared).toEqual([expect.stringMatching(/^package\/prepared\/[0-9a-f]{16}\.archive$/)])
      const command = join(app, 'node_modules', '.bin', 'basketball-data')
      const env = { ...process.env, BASE_URL: '' } // vitest sets it
      execFileSync(command, ['--database', 'data', 'migrate'], { cwd: app, env, shell })
      const log = readdirSync(join(app, 'data', 'postgres', 'pg_wal'))
      expect(log).toContain('000000010000000000000002') // that of a database which is made anew begins with 1
    })

    test('load a drizzle of their own, and run statements of the one of the app', () => {
      const program = `import { registerHooks } from 'node:module'
        const loaded = []
        const load = (url, context, next) => {
          if (url.includes('/drizzle-orm/')) loaded.push(url)
          return next(url, context)
        }
        registerHooks({ load })
        const { createCore } = await import('@basketball-data/core')
        const core = await createCore({ database: 'memory://' })
        console.log(loaded.length)
        const { eq, sql } = await import('drizzle-orm')
        const { integer, pgTable } = await import('drizzle-orm/pg-core')
        const kept = pgTable('kept', { number: integer().notNull() })
        await core.store.db.execute(sql\`create table \${kept} (number integer)\`)
        await core.store.db.insert(kept).values([{ number: 7 }, { number: 8 }])
        console.log(JSON.stringify(await core.store.db.select().from(kept).where(eq(kept.number, 7))))
        await core.close()`
      writeFileSync(join(app, 'own-statements.mjs'), program)
      expect(run('own-statements.mjs')).toBe('0\n[{"number":7}]\n')
    })

    test('serve the documentation, with the guides and the script of the package', () => {
      const program = `import { createApp } from '@basketball-data/http'; import { createCore } from '@basketball-data/core'; import { createPages } from '@basketball-data/pages'
        const core = await createCore({ database: 'memory://' })
        const app = createApp(core, { pages: createPages() })
        for (const path of ['/', '/docs', '/docs/statistics', '/docs/search?q=possessions']) {
          const response = await app.request(path)
          const page = await response.text()
          console.log(path, response.status, page.includes('<script>'), page.includes('/docs/statistics'))
        }
        await core.close()`
      writeFileSync(join(app, 'documentation.mjs'), program)
      const served = ['/', '/docs', '/docs/statistics', '/docs/search?q=possessions']
      // The reference links to the list of guides only.
      expect(run('documentation.mjs')).toBe(served.map((path) => `${path} 200 true ${path !== '/docs'}\n`).join(''))
    })

    test('write the example of a league, which an import reads', () => {
      const program = join(app, 'node_modules', '.bin', 'basketball-data')
      const env = { ...process.env, BASE_URL: '' } // vitest sets it
      const run = (...args: string[]) => execFileSync(program, args, { cwd: app, env, shell, encoding: 'utf8' })
      run('template', 'league')
      expect(run('import', 'sheets', 'league', '--dry-run')).toContain('2 new')
    })

    test.each(PACKAGES)('the tarball of %s has all files of a release, and no test files', (name) => {
      const files = execFileSync('tar', ['-tzf', tarballs.get(name) ?? ''], { encoding: 'utf8' }).split('\n')
      const needed = ['package.json', 'README.md', 'LICENSE'].map((file) => `package/${file}`)
      expect(files).toEqual(expect.arrayContaining(needed))
      expect(files.some((file) => /^package\/dist\/[\w/-]+\.js$/.test(file))).toBe(true)
      expect(
        files.filter((file) => /\.test(-d)?\.|package\/dist\/(.*\/)?(testing|test-support)\/|tsbuildinfo/.test(file)),
      ).toEqual([])
    })

    describe('bring dependencies', () => {
      /** The packages of others, by name. */
      let packages: [string, z.infer<typeof Entry>][] = []
      beforeAll(() => {
        // What is installed on this system, unlike package-lock.json, which lists all systems.
        const installed: unknown = JSON.parse(readFileSync(join(app, 'node_modules', '.package-lock.json'), 'utf8'))
        packages = Object.entries(z.object({ packages: z.record(z.string(), Entry) }).parse(installed).packages)
          .map(([path, entry]): [string, z.infer<typeof Entry>] => [path.replace(/^.*node_modules\//, ''), entry])
          .filter(([name]) => !name.startsWith('@basketball-data/'))
      })

      test('at most 36; beside them only TypeScript, a peer that nothing loads at run time', () => {
        const peers = packages.filter(([, { peer }]) => peer).map(([name]) => name)
        expect(peers.filter((name) => !/^(?:typescript|@typescript\/typescript-[\w-]+)$/.test(name))).toEqual([])
        expect(packages.length - peers.length).toBeGreaterThan(0)
        expect(packages.length - peers.length).toBeLessThanOrEqual(36)
      })

      test('that an image has, too', () => {
        const [, command = ''] = /^RUN pnpm (.* deploy .*) \/app$/m.exec(read('Dockerfile')) ?? []
        const image = join(folder, 'image')
        execFileSync('npx', [...PNPM, ...command.split(' '), image], { cwd: ROOT, stdio: 'pipe', shell })
        const names = readdirSync(join(image, 'node_modules', '.pnpm')).flatMap((entry) => {
          const [, name = ''] = /^(@?[^@]+)@/.exec(entry) ?? []
          return name === '' || name.startsWith('@basketball-data+') ? [] : [name.replace('+', '/')]
        })
        const installed = packages.filter(([, { peer }]) => !peer).map(([name]) => name)
        expect(names.toSorted()).toEqual(installed.toSorted())
      })

      test('that run no script when they are installed', () => {
        expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
      })

      test('with licences that allow any use', () => {
        expect(packages.filter(([, { license = 'none' }]) => !PERMISSIVE.has(license))).toEqual([])
      })
    })

    describe('published to a registry, and used from empty folders by a user with an empty home', () => {
      let options: string[] = []
      let env: NodeJS.ProcessEnv = {}
      const makeFolder = (name: string): string => mkdtempSync(join(folder, `${name}-`))
      beforeAll(async () => {
        const { address, close } = await startRegistry()
        const known = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8', shell }).trim()
        const cache = makeFolder('cache')
        // What npm has downloaded, without what npx has installed: the same version of other sources.
        mkdirSync(join(known, '_cacache'), { recursive: true })
        symlinkSync(join(known, '_cacache'), join(cache, '_cacache'), 'junction')
        options = [`--@basketball-data:registry=${address}`, `--cache=${cache}`, ...quick]
        env = { ...process.env, HOME: makeFolder('home'), BASE_URL: '' } // vitest sets BASE_URL
        const token = `--${address.slice('http:'.length)}:_authToken=any`
        for (const tarball of tarballs.values())
          await promisify(execFile)('npm', ['publish', tarball, token, '--provenance=false', ...options], { shell })
        return close
      })

      test('the client can be installed and imported', async () => {
        const cwd = makeFolder('client')
        await promisify(execFile)('npm', ['install', '@basketball-data/client', ...options], { cwd, env, shell })
        const program = `import('@basketball-data/client').then(({ BasketballData }) => console.log(typeof BasketballData))`
        const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { cwd, env })
        expect(stdout).toBe('function\n')
      })

      test('npx starts a service with data', async () => {
        const args = ['--yes', ...options, '@basketball-data/cli', 'start', '--port', '0']
        const started = spawn('npx', args, { cwd: makeFolder('service'), env, shell, detached: !shell })
        const exited = once(started, 'exit')
        onTestFinished(async () => {
          if (shell) started.kill()
          else process.kill(-(started.pid ?? 0)) // npx and the service
          await exited
        })
        let call: RegExpExecArray | null = null
        for await (const line of createInterface(started.stdout)) {
          call = /Authorization: Bearer (\w+)' '(http:[^']+)'/.exec(line)
          if (call !== null) break
        }
        const [, key = '', url = ''] = call ?? []
        const response = await fetch(url, { headers: { 'x-api-key': key } })
        expect(await response.json()).toMatchObject({ data: expect.arrayContaining([expect.anything()]) })
      })
    })

    test('work without TypeScript', () => {
      for (const name of ['typescript', '@typescript'])
        rmSync(join(app, 'node_modules', name), { recursive: true, force: true })
      const command = join(app, 'node_modules', '.bin', 'basketball-data')
      expect(execFileSync(command, ['--help'], { encoding: 'utf8', shell })).toContain('serve')
      expect(run('used.mjs')).toBe('[3,404,"object","function"]\n')
    })
  },
)
