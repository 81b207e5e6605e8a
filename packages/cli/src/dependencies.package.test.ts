import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from 'testbed/packed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { read, ROOT } from './testing/deploy-files.ts'

const shell = process.platform === 'win32'
const reached = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore', shell })

/** What npm notes about an installed package. */
const Entry = z.object({
  license: z.string().optional(),
  /** Whether only peers need it. */
  peer: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
})

/** Licences that allow any use. */
const PERMISSIVE = new Set(['Apache-2.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense'])

describe.skipIf(reached.status !== 0)(
  'what an installation of @basketball-data/cli brings (skipped if npm cannot reach a registry)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dependencies-'))
    const app = join(folder, 'app')
    afterAll(() => rmSync(folder, { recursive: true }))

    /** The packages of others that npm installs, by name. */
    let packages: [string, z.infer<typeof Entry>][] = []
    beforeAll(() => {
      const tarballs = (['core', 'client', 'feeds', 'http', 'pages', 'cli'] as const).map((name) => pack(name, folder))
      mkdirSync(app)
      writeFileSync(join(app, 'package.json'), '{ "private": true }')
      const quick = ['--prefer-offline', '--no-audit', '--no-fund']
      execFileSync('npm', ['install', ...quick, ...tarballs], { cwd: app, stdio: 'pipe', shell })
      // What is installed on this system, unlike package-lock.json, which lists all systems.
      const installed: unknown = JSON.parse(readFileSync(join(app, 'node_modules', '.package-lock.json'), 'utf8'))
      packages = Object.entries(z.object({ packages: z.record(z.string(), Entry) }).parse(installed).packages)
        .map(([path, entry]): [string, z.infer<typeof Entry>] => [path.replace(/^.*node_modules\//, ''), entry])
        .filter(([name]) => !name.startsWith('@basketball-data/'))
    }, 300_000)

    test('is at most 32 packages; beside them only TypeScript, a peer that nothing loads at run time', () => {
      const peers = packages.filter(([, { peer }]) => peer).map(([name]) => name)
      expect(peers.filter((name) => !/^(?:typescript|@typescript\/typescript-[\w-]+)$/.test(name))).toEqual([])
      expect(packages.length - peers.length).toBeGreaterThan(0)
      expect(packages.length - peers.length).toBeLessThanOrEqual(32)
    })

    test('is what an image has, too', () => {
      const [, command = ''] = /^RUN pnpm (.* deploy .*) \/app$/m.exec(read('Dockerfile')) ?? []
      const { engines } = JSON.parse(read('package.json'))
      const image = join(folder, 'image')
      execFileSync('npx', ['-y', `pnpm@${engines.pnpm}`, ...command.split(' '), image], {
        cwd: ROOT,
        stdio: 'pipe',
        shell,
      })
      const names = readdirSync(join(image, 'node_modules', '.pnpm')).flatMap((entry) => {
        const [, name = ''] = /^(@?[^@]+)@/.exec(entry) ?? []
        return name === '' || name.startsWith('@basketball-data+') ? [] : [name.replace('+', '/')]
      })
      const installed = packages.filter(([, { peer }]) => !peer).map(([name]) => name)
      expect(names.toSorted()).toEqual(installed.toSorted())
    })

    test('runs no script when it is installed', () => {
      expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    })

    test('has licences that allow any use', () => {
      expect(packages.filter(([, { license = 'none' }]) => !PERMISSIVE.has(license))).toEqual([])
    })

    test('works without TypeScript', () => {
      for (const name of ['typescript', '@typescript'])
        rmSync(join(app, 'node_modules', name), { recursive: true, force: true })
      const command = join(app, 'node_modules', '.bin', 'basketball-data')
      expect(execFileSync(command, ['--help'], { encoding: 'utf8', shell })).toContain('serve')
      const program = `import { createApp } from '@basketball-data/http'; import { createCore } from '@basketball-data/core'
        const core = await createCore({ database: 'memory://' })
        console.log((await createApp(core).request('/v1')).status)
        await core.close()`
      writeFileSync(join(app, 'serve.mjs'), program)
      expect(execFileSync(process.execPath, ['serve.mjs'], { cwd: app, encoding: 'utf8' })).toBe('200\n')
    })
  },
)
