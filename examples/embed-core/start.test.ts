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

test('a refused call throws a ServiceError with the code and the required plan', () => {
  expect(npm('run', 'refused')).toBe('upgrade_required live\n')
})
