import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const svg = join(import.meta.dirname, 'shot-chart.svg')

test('one command prints the table and the leaders of a season, and draws the shots of a game', () => {
  rmSync(svg, { force: true })
  const said = execFileSync('npm', ['start', '--silent'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: { ...process.env, BASE_URL: undefined, API_KEY: undefined },
    shell: process.platform === 'win32',
  })
  expect(said).toMatch(/^ *1 {2}\S.* +\d+ +\d+ {2}\d\.\d{3} /m)
  for (const stat of ['points', 'rebounds', 'assists']) expect(said).toMatch(new RegExp(`${stat} .*per game\\n *1 {2}`))
  expect(said).toContain('shot-chart.svg: ')
  expect(existsSync(svg)).toBe(true)
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg [^]*<circle cx="[^]*<\/svg>\n$/)
})
