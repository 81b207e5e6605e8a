import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('one command stores a game, and the same again changes nothing', () => {
  const said = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(said).toMatch(/the same bundle again: unchanged\n$/)
})
