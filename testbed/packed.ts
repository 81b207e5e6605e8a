import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const root = join(import.meta.dirname, '..')
const toFolder = (name: PackageName): string => join(root, 'packages', name)

/** The packages that are released. */
export const PACKAGES = ['core', 'feeds', 'http', 'pages', 'cli', 'client', 'webhooks'] as const
export type PackageName = (typeof PACKAGES)[number]

const manifestIn = (folder: string): { version: string; engines: { pnpm?: string } } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The version of a package. */
export const readVersion = (name: PackageName): string => manifestIn(toFolder(name)).version

/**
 * Arguments of npx that run pnpm. A version that npm has kept is used without asking the registry: npm repeats a request to
 * one that is out of reach for more than a minute.
 */
export const PNPM: readonly string[] = ['-y', '--prefer-offline', `pnpm@${manifestIn(root).engines.pnpm ?? ''}`]

/**
 * Runs a function under a lock, because concurrent builds write to the same folders. The lock ends with its process. SQLite
 * keeps no queue: a file that packs one package may wait until another has packed all of them, minutes on a busy machine.
 */
const withLock = <Result>(run: () => Result): Result => {
  const lock = new DatabaseSync(join(root, 'node_modules', '.packing'))
  lock.exec('pragma busy_timeout = 900000; begin exclusive')
  try {
    return run()
  } finally {
    lock.close()
  }
}

/**
 * Packs a package as for a release: rebuilt, and with the changes of `publishConfig` in its manifest.
 * @returns the path of the tarball in `folder`
 */
export const pack = (name: PackageName, folder: string): string => {
  const { status, stdout, stderr } = withLock(() =>
    spawnSync('npx', [...PNPM, 'pack', '--pack-destination', folder], {
      cwd: toFolder(name),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  )
  if (status !== 0) throw new Error(`${name} cannot be packed:\n${stdout}${stderr}`)
  return join(folder, `basketball-data-${name}-${readVersion(name)}.tgz`)
}

/** A packed package, installed in an app. */
export interface Installed {
  tarball: Uint8Array<ArrayBuffer>
  /** A folder whose node_modules has the package and `others`. */
  app: string
  remove: () => void
}

/**
 * Packs a package that has no dependencies and installs it in an app.
 * @param others devDependencies of the package that are linked into the app
 */
export const installed = (name: PackageName, others: readonly string[] = []): Installed => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const app = join(folder, 'app')
  const modules = join(app, 'node_modules')
  const target = join(modules, '@basketball-data', name)
  mkdirSync(target, { recursive: true })
  for (const other of others) {
    mkdirSync(join(modules, other, '..'), { recursive: true })
    symlinkSync(join(toFolder(name), 'node_modules', other), join(modules, other), 'junction')
  }
  const tarball = pack(name, folder)
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  writeFileSync(join(app, 'package.json'), `{"type":"module","dependencies":{"@basketball-data/${name}":"*"}}`)
  return { tarball: new Uint8Array(readFileSync(tarball)), app, remove: () => rmSync(folder, { recursive: true }) }
}
