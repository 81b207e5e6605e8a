import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const extension = process.platform === 'win32' ? '.exe' : ''

/** A file of what a package depends on; the path it would have, when this platform's part of it is not installed. */
const dependencyOf = (name: string, file: string): string => {
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

/** Programs that run JavaScript, and what they want in front of a file. Their packages bring them, for most platforms. */
export const runtimes = [
  { name: 'Node 20', program: node(20), args: [] },
  { name: 'Node 22', program: node(22), args: [] },
  { name: 'Node 24', program: process.execPath, args: [] },
  { name: 'Bun', program: dependencyOf('bun-runtime', bun), args: [] },
  {
    name: 'Deno',
    program: dependencyOf('deno-runtime', deno),
    args: ['run', '--allow-all', '--no-config', '--node-modules-dir=manual'],
  },
].map((runtime) => ({ ...runtime, installed: existsSync(runtime.program) }))
