import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = import.meta.dirname
const extension = process.platform === 'win32' ? '.exe' : ''

/** A file of a dependency. If it is not installed for this platform, a path that does not exist. */
const resolveDependency = (name: string, file: string): string => {
  const manifest = join(root, 'node_modules', name, 'package.json')
  try {
    return createRequire(manifest).resolve(file)
  } catch {
    return join(root, 'node_modules', file)
  }
}
const arm = process.arch === 'arm64'
const bun = `@oven/bun-${process.platform.replace('win32', 'windows')}-${arm ? 'aarch64' : process.arch}/bin/bun${extension}`
const deno = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}/deno${extension}`
const node = (version: number) => join(root, 'node_modules', `node-${version}`, 'bin', `node${extension}`)

/** A program that runs JavaScript, and its arguments before the file. */
export interface Runtime {
  name: string
  program: string
  args: string[]
  /** Whether the program is installed for this platform. */
  installed: boolean
}

const runtime = (name: string, program: string, args: string[] = []): Runtime => ({
  name,
  program,
  args,
  installed: existsSync(program),
})

/** The runtimes in which the packages are tested. */
export const runtimes: Runtime[] = [
  runtime('Node 20', node(20)),
  runtime('Node 22', node(22)),
  runtime('Node 24', process.execPath),
  runtime('Bun', resolveDependency('bun-runtime', bun)),
  runtime('Deno', resolveDependency('deno-runtime', deno), [
    'run',
    '--allow-all',
    '--no-config',
    '--node-modules-dir=manual',
  ]),
]
