// Fails when the tables in the code are not those of the generated migrations.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const core = join(import.meta.dirname, '..', 'packages', 'core')
const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
const migrations = (folder) => readdirSync(folder).filter((file) => file.endsWith('.sql'))
try {
  cpSync(join(core, 'migrations'), copy, { recursive: true })
  const { status, stdout, stderr } = spawnSync(
    'drizzle-kit',
    ['generate', '--dialect', 'postgresql', '--schema', './src/store/tables/*.ts', '--out', copy],
    { cwd: core, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`drizzle-kit failed:\n${stdout}${stderr}`)
  const fresh = migrations(copy).filter((file) => !migrations(join(core, 'migrations')).includes(file))
  if (fresh.length > 0) {
    console.error('The tables have changed: run "drizzle-kit generate" in packages/core and commit the migration.')
    process.exitCode = 1
  } else console.log('migrations: up to date with the tables')
} finally {
  rmSync(copy, { recursive: true })
}
