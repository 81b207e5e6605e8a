import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const npm = (...command: string[]): string =>
  execFileSync('npm', [...command, '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })

test('npm start prints games, the standings and the top scorer', () => {
  const output = npm('start')
  expect(output).toMatch(/^(\d{4}-\d\d-\d\d .+ \d+ \d+ .+\n){3}(\d .+ \d+-\d+\n){3}top scorer of .+: .+ \d+\n$/)
})

test('what is refused has the code of the contract as its error, what belongs to it as extras, and the code of tRPC', () => {
  expect(npm('run', 'refused')).toBe('upgrade_required live\n')
})
