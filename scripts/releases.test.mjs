import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { misplacedMigrations } from './releases.mjs'

const root = join(import.meta.dirname, '..')

const FILES = {
  'package.json': JSON.stringify({ name: 'basketball-data', version: '0.1.0', private: true }),
  'pnpm-workspace.yaml': 'packages: [packages/*]\n',
  'packages/core/package.json': JSON.stringify({ name: '@basketball-data/core', version: '0.1.0' }),
  'packages/core/migrations/meta/_journal.json': JSON.stringify({ entries: [] }),
  'packages/http/scripts/record-release.ts': '',
  'scripts/released-migrations.json': '{}',
  'CHANGELOG.md': '# Changelog\n\n## 0.1.0 – 2026-11-25\n\nThe first version.\n',
}

/** A folder with the scripts and a package of version 0.1.0, which is in no repository of git. */
const newCheckout = (files = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of readdirSync(join(root, 'scripts')).filter((name) => /(?<!test)\.mjs$/.test(name)))
    copyFileSync(join(root, 'scripts', path), join(folder, 'scripts', path))
  mkdirSync(join(folder, '.changeset'), { recursive: true })
  copyFileSync(join(root, '.changeset', 'config.json'), join(folder, '.changeset', 'config.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

const run = (folder, script, env = {}) =>
  spawnSync(process.execPath, [join(folder, 'scripts', script)], {
    encoding: 'utf8',
    timeout: 240_000,
    env: {
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      GIT_CEILING_DIRECTORIES: tmpdir(),
      ...env,
    },
  })

describe('the order of migrations', () => {
  const released = { '0000_a.sql': '', '0001_b.sql': '' }
  const a = { tag: '0000_a', when: 1000 }
  const b = { tag: '0001_b', when: 2000 }

  test('new migrations after those that are released are in order', () => {
    const added = ['0002_c', '0003_d'].map((tag, index) => ({ tag, when: 3000 + index }))
    expect(misplacedMigrations([a, b, ...added], released)).toEqual([])
  })

  test('a migration that is older than the one before it is reported', () => {
    expect(misplacedMigrations([a, b, { tag: '0002_c', when: 1500 }], released)).toEqual([
      '0002_c is older than the migration before it, so databases would pass it over: generate it again.',
    ])
  })

  test('a new migration before one that is released is reported, whatever its time', () => {
    expect(misplacedMigrations([a, { tag: '0001_new', when: 1500 }, b], released)).toEqual([
      '0001_new stands before 0001_b, which is released, so databases would pass it over: generate it again.',
    ])
  })
})

describe('npm run version', () => {
  const changeset = (summary) => ({
    '.changeset/a-change.md': `---\n'@basketball-data/core': minor\n---\n\n${summary}\n`,
  })

  test('writes a changeset to CHANGELOG.md as it is', () => {
    const summary = "A price in $ is `$1`, between $' and $`, $& and $$."
    const folder = newCheckout(changeset(summary))
    const { status, stderr } = run(folder, 'version.mjs')
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^# Changelog\n\n## 0\.2\.0 – \d{4}-\d\d-\d\d\n\n### Added\n\n- A price in .*\n\n## 0\.1\.0 – 2026-11-25\n\nThe first version\.\n$/,
    )
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain(`- ${summary}\n`)
    expect(JSON.parse(readFileSync(join(folder, 'packages', 'core', 'package.json'), 'utf8')).version).toBe('0.2.0')
  })

  test('refuses a CHANGELOG.md without the version before, and leaves the changesets', () => {
    const folder = newCheckout({ ...changeset('A change.'), 'CHANGELOG.md': '# Changelog\n' })
    const { status, stderr } = run(folder, 'version.mjs')
    expect(status).toBe(1)
    expect(stderr).toContain('CHANGELOG.md has no heading that begins with "## 0.1.0 – "')
    expect(readdirSync(join(folder, '.changeset'))).toContain('a-change.md')
  })
})

describe('npm run release', () => {
  test('refuses a folder that is in no repository of git', () => {
    const { status, stderr } = run(newCheckout(), 'check-release.mjs', { LC_ALL: 'C' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^git cannot say whether everything is committed: .*not a git repository/m)
  })

  test('refuses to begin without git', () => {
    const { status, stderr } = run(newCheckout(), 'check-release.mjs', { PATH: '' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^git cannot be run: .*ENOENT/m)
    expect(stderr).not.toContain('TypeError')
  })

  test('refuses a repository with changes that are not committed', () => {
    const folder = newCheckout()
    spawnSync('git', ['init', '--quiet'], { cwd: folder })
    expect(run(folder, 'check-release.mjs').stderr).toMatch(/^There are changes that are not committed\.$/m)
  })
})
