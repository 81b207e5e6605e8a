import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('one command stores a game, warns of the mistake in it, and the same again changes nothing', () => {
  const said = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(said).toMatch(
    /^period_sums: .*\n\(the bundle has this mistake on purpose\)\nthe same bundle again: unchanged\n$/,
  )
})
