import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

test('npm start prints games, the standings and the top scorer', () => {
  const output = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(output).toMatch(/^(\d{4}-\d\d-\d\d .+ \d+ \d+ .+\n){3}(\d .+ \d+-\d+\n){3}top scorer of .+: .+ \d+\n$/)
})

test('npm run refused prints the code and the required plan of the ServiceError that a refused call throws', async () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
  expect(scripts.refused).toBe('node refused.ts')
  const print = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  await import('./refused.ts')
  expect(print.mock.calls).toEqual([['upgrade_required', 'live']])
})
