import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const root = join(import.meta.dirname, '..')
const folderOf = (name: PackageName): string => join(root, 'packages', name)

/** The packages that are released. */
export const PACKAGES = ['core', 'feeds', 'http', 'client', 'webhooks'] as const
export type PackageName = (typeof PACKAGES)[number]

const manifestIn = (folder: string): { version: string; engines: { pnpm?: string } } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The version of a package. */
export const versionOf = (name: PackageName): string => manifestIn(folderOf(name)).version

/** Test files that pack at the same time would build into the same folders. The system lets go of the lock of a process that dies. */
const alone = <Result>(run: () => Result): Result => {
  const lock = new DatabaseSync(join(root, 'node_modules', '.packing'))
  lock.exec('pragma busy_timeout = 100000; begin exclusive')
  try {
    return run()
  } finally {
    lock.close()
  }
}

/**
 * Packs a package as it is released: built anew, with the manifest that `publishConfig` makes of its own.
 * @returns the tarball, in `folder`
 */
export const pack = (name: PackageName, folder: string): string => {
  const { pnpm = '' } = manifestIn(root).engines
  const command = ['-y', `pnpm@${pnpm}`, 'pack', '--pack-destination', folder]
  const { status, stdout, stderr } = alone(() =>
    spawnSync('npx', command, { cwd: folderOf(name), encoding: 'utf8', shell: process.platform === 'win32' }),
  )
  if (status !== 0) throw new Error(`${name} cannot be packed:\n${stdout}${stderr}`)
  return join(folder, `basketball-data-${name}-${versionOf(name)}.tgz`)
}

/** A package as it is released, in a tarball and installed in an app. */
export interface Installed {
  tarball: Uint8Array<ArrayBuffer>
  /** A folder whose node_modules has the package, and what the app has beside it. */
  app: string
  remove: () => void
}

/**
 * Packs a package that has no dependencies and installs it in an app.
 * @param beside what the app has too: devDependencies of the package
 */
export const installed = (name: PackageName, beside: readonly string[] = []): Installed => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const app = join(folder, 'app')
  const modules = join(app, 'node_modules')
  const place = join(modules, '@basketball-data', name)
  mkdirSync(place, { recursive: true })
  for (const other of beside) {
    mkdirSync(join(modules, other, '..'), { recursive: true })
    symlinkSync(join(folderOf(name), 'node_modules', other), join(modules, other), 'junction')
  }
  const tarball = pack(name, folder)
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
  writeFileSync(join(app, 'package.json'), `{"type":"module","dependencies":{"@basketball-data/${name}":"*"}}`)
  return { tarball: new Uint8Array(readFileSync(tarball)), app, remove: () => rmSync(folder, { recursive: true }) }
}
