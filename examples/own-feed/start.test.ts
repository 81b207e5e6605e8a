import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('npm start stores a game, prints the warning, and importing the game again changes nothing', () => {
  const output = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(output).toMatch(
    /^period_sums: .*\n\(a deliberate mistake\)\nthe same bundle again: unchanged\nML-2026-18: .+\n +→ at game\.home_score\n$/,
  )
})
