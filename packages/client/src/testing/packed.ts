import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const { resolve } = createRequire(import.meta.url)
const windows = process.platform === 'win32'
/** What the kits beside the client need, for an app that uses them. */
const PEERS = ['@trpc/client', '@trpc/server', 'msw', 'superjson']

/** The package as it is published, in a tarball and installed in an app. */
export interface Packed {
  tarball: Uint8Array<ArrayBuffer>
  /** A folder whose node_modules has the package and its peers. */
  app: string
  remove: () => void
}

/** Builds and packs the package, with the manifest that `publishConfig` makes of it, and installs it. */
export const pack = (): Packed => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const [staged, app] = [join(folder, 'staged'), join(folder, 'app')]
  const modules = join(app, 'node_modules')
  const installed = join(modules, '@basketball-data', 'client')
  mkdirSync(staged)
  mkdirSync(installed, { recursive: true })
  mkdirSync(join(modules, '@trpc'))
  for (const peer of PEERS) symlinkSync(join(root, 'node_modules', peer), join(modules, peer), 'junction')
  const tsdown = join(dirname(resolve('tsdown/package.json')), 'dist', 'run.mjs')
  execFileSync(process.execPath, [tsdown, '--out-dir', join(staged, 'dist')], { cwd: root, stdio: 'pipe' })
  const {
    publishConfig,
    devDependencies: _,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(staged, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }))
  cpSync(join(root, 'README.md'), join(staged, 'README.md'))
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: staged, stdio: 'pipe', shell: windows })
  const archive = join(folder, `basketball-data-client-${manifest.version}.tgz`)
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  writeFileSync(join(app, 'package.json'), '{"type":"module","dependencies":{"@basketball-data/client":"*"}}')
  return {
    tarball: new Uint8Array(readFileSync(archive)),
    app,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
