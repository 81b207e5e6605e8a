import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const PACKAGES = ['core', 'http', 'client', 'webhooks'] as const
const shell = process.platform === 'win32'

const Manifest = z.looseObject({
  version: z.string(),
  publishConfig: z.record(z.string(), z.unknown()),
  devDependencies: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  scripts: z.unknown().optional(),
})

/** The manifest as it is published: with what `publishConfig` says, and versions where the workspace stands. */
const published = (folder: string) => {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  const { publishConfig, devDependencies: _, scripts: __, ...manifest } = Manifest.parse(JSON.parse(text))
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).map(([name, range]) => [
      name,
      range.startsWith('workspace:') ? manifest.version : range,
    ]),
  )
  return { ...manifest, ...publishConfig, dependencies }
}

/** The program that bundles a package without dependencies. */
const tsdown = (folder: string): string =>
  join(dirname(createRequire(join(folder, 'package.json')).resolve('tsdown/package.json')), 'dist', 'run.mjs')

type Name = (typeof PACKAGES)[number]

const tarballOf = (name: Name, folder: string): string =>
  join(folder, `basketball-data-${name}-${published(join(root, 'packages', name)).version}.tgz`)

/** Builds and packs one package. */
const pack = (name: Name, into: string): void => {
  const folder = join(root, 'packages', name)
  const staged = join(into, name)
  mkdirSync(staged)
  const manifest = published(folder)
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest))
  if (existsSync(join(folder, 'tsdown.config.ts')))
    execFileSync(process.execPath, [tsdown(folder), '--out-dir', join(staged, 'dist')], { cwd: folder, stdio: 'pipe' })
  else cpSync(join(folder, 'dist'), join(staged, 'dist'), { recursive: true })
  for (const part of ['bin', 'migrations', 'README.md'])
    if (existsSync(join(folder, part))) cpSync(join(folder, part), join(staged, part), { recursive: true })
  execFileSync('npm', ['pack', '--pack-destination', into], { cwd: staged, stdio: 'pipe', shell })
}

/** What an app does with the four packages, after the lines that bring them in. */
const PROGRAM = `
const used = async () => {
  const opened = await createCore({ database: 'memory://' })
  for (const bundle of simulate({ day: '2026-11-20', games: 3, detail: 'boxscore' })) await opened.ingest(bundle)
  const { id } = await opened.accounts.create({ email: 'app@example.org', plan: 'live' })
  const { key: apiKey } = await opened.keys.create(id)
  const app = createApp(opened)
  const fetch = async (address: string | URL | Request, init?: RequestInit) => app.fetch(new Request(address, init))
  const client = new BasketballData({ apiKey, baseUrl: 'http://127.0.0.1/v1', fetch })
  const games = []
  for await (const game of client.games.list()) games.push(game.date)
  const event = await verify({ body: '{}', secret: 's', headers: { 'X-Service-Signature': await sign({ body: '{}', secret: 's' }) } })
  await opened.close()
  return [games.length, ERROR_STATUS.not_found, typeof event]
}
used().then((done) => console.log(JSON.stringify(done)))
`
const PARTS = {
  '@basketball-data/core': 'createCore',
  '@basketball-data/core/contract': 'ERROR_STATUS',
  '@basketball-data/core/simulator': 'simulate',
  '@basketball-data/core/statistics': 'trueShooting',
  '@basketball-data/http': 'createApp',
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

const reached = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore', shell })

describe.skipIf(reached.status !== 0)(
  'the four packages, packed and installed with npm (skipped where npm reaches no registry)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'packages-'))
    const app = join(folder, 'app')
    afterAll(() => rmSync(folder, { recursive: true }))

    beforeAll(() => {
      execFileSync(bin('tsc'), ['-b', join(root, 'packages', 'http')], { stdio: 'inherit', shell })
      for (const name of PACKAGES) pack(name, folder)
      mkdirSync(app)
      for (const [file, text] of Object.entries(FILES)) writeFileSync(join(app, file), text)
      const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock']
      execFileSync('npm', ['install', ...quick, ...PACKAGES.map((name) => tarballOf(name, folder))], {
        cwd: app,
        stdio: 'pipe',
        shell,
      })
    }, 110_000)

    const run = (file: string) => execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8' })

    test('work together from ESM', () => {
      expect(run('used.mjs')).toBe('[3,404,"object"]\n')
    })

    test('work together from CommonJS', () => {
      expect(run('used.cjs')).toBe('[3,404,"object"]\n')
    })

    test('have types for TypeScript, in ESM and in CommonJS', () => {
      const { stdout, status } = spawnSync(bin('tsc'), ['-p', app], { encoding: 'utf8', shell })
      expect([stdout, status]).toEqual(['', 0])
    })

    test('bring the command line', () => {
      const { version } = published(join(root, 'packages', 'http'))
      const command = join(app, 'node_modules', '.bin', 'basketball-data')
      expect(execFileSync(command, ['--version'], { encoding: 'utf8', shell })).toBe(`${version}\n`)
    })

    test.each(PACKAGES)('nothing of %s is there that is for tests alone', (name) => {
      const files = execFileSync('tar', ['-tzf', tarballOf(name, folder)], {
        encoding: 'utf8',
      })
      expect(files).toContain('package/package.json')
      expect(files).not.toMatch(/\.test(-d)?\.|package\/dist\/(.*\/)?testing\//)
    })
  },
)
