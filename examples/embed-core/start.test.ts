import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('one command prints games, a table and the best player', () => {
  const said = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(said).toMatch(/^(\d{4}-\d\d-\d\d .+ \d+ \d+ .+\n){3}(\d .+ \d+-\d+\n){3}best of .+: .+ \d+\n$/)
})
