// Fails if a released migration was edited, or if the tables in the code differ from those of the migrations.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** SHA-256 of each released migration. It never changes, because databases have run it. Each release adds a line. */
const RELEASED = {
  '0000_baseline.sql': 'bfc5fbd1e928e8338ce696acb9c286f83c318de4b895edc5f79deaf10401bdeb',
  '0001_standings_of_groups.sql': 'd6580f3db78338d5e57c5b999ee24325f95fd11bc8aa9149f386634a71cd5e21',
  '0002_count_on_one_clock.sql': 'b7903965f2f1df83704854e3daea7366b3bc045c5a6bba7544631923d7c9cba3',
  '0003_counts_by_day.sql': '30d2830e478f375edfbf1256b0f2ff48fc9c77c2d8246878c7b5499650d5b189',
  '0004_change_number.sql': 'ffa87175ddaef308ffe1f5de970b3e524031f3d65b3e9f5959ebb5047ef81eb8',
}

const core = join(import.meta.dirname, '..', 'packages', 'core')
const folder = join(core, 'migrations')
const migrations = (path) => readdirSync(path).filter((file) => file.endsWith('.sql'))
const fail = (message) => {
  console.error(message)
  process.exitCode = 1
}

for (const [file, hash] of Object.entries(RELEASED)) {
  const actual = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
  if (actual !== hash) fail(`${file} is released and must not change: write a new migration instead.`)
}

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
