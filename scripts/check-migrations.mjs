// Fails if a released migration was edited, if migrations are out of order, or if the tables in the code differ from those of the
// migrations.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journal, migrationHashes, misplacedMigrations, released } from './releases.mjs'

const core = join(import.meta.dirname, '..', 'packages', 'core')
const folder = join(core, 'migrations')
const migrations = (path) => readdirSync(path).filter((file) => file.endsWith('.sql'))
const fail = (message) => {
  console.error(message)
  process.exitCode = 1
}

const hashes = migrationHashes()
const frozen = released()
for (const [file, hash] of Object.entries(frozen)) {
  if (hashes[file] !== hash) fail(`${file} is released and must not change: write a new migration instead.`)
}

for (const problem of misplacedMigrations(journal(), frozen)) fail(problem)

const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
try {
  cpSync(folder, copy, { recursive: true })
  const { status, stdout, stderr } = spawnSync(
    'drizzle-kit',
    ['generate', '--dialect', 'postgresql', '--schema', './src/store/tables/*.ts', '--out', copy],
    { cwd: core, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`drizzle-kit failed:\n${stdout}${stderr}`)
  if (migrations(copy).some((file) => !migrations(folder).includes(file)))
    fail('The tables have changed: run "drizzle-kit generate" in packages/core and commit the migration.')
} finally {
  rmSync(copy, { recursive: true })
}
if (process.exitCode !== 1) console.log('migrations: unchanged since their release, and up to date with the tables')
