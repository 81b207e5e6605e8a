// Compiles the package in the current folder. Deletes the old output first, because it may have files of deleted sources.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

for (const built of ['dist', 'tsconfig.tsbuildinfo']) rmSync(built, { recursive: true, force: true })
const tsc = join(import.meta.dirname, '..', 'node_modules', '.bin', 'tsc')
const { status } = spawnSync(tsc, ['-b'], { stdio: 'inherit', shell: process.platform === 'win32' })
process.exitCode = status ?? 1
