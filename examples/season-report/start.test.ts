import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, test, vi } from 'vitest'
import { testService } from '../../packages/http/src/testing/services.js'

const svg = join(import.meta.dirname, 'shot-chart.svg')
const { BASKETBALL_DATA_URL: _, BASKETBALL_DATA_KEY: __, INIT_CWD: ___, ...env } = process.env

test('npm start prints the standings and the leaders of a season, and writes the shot chart of a game', () => {
  rmSync(svg, { force: true })
  const output = execFileSync('npm', ['start', '--silent', '--prefix', 'examples/season-report'], {
    cwd: join(import.meta.dirname, '..', '..'),
    encoding: 'utf8',
    env,
    shell: process.platform === 'win32',
  })
  expect(output).toMatch(/^ *1 {2}\S.* +\d+ +\d+ {2}\d\.\d{3} /m)
  for (const stat of ['points', 'rebounds', 'assists'])
    expect(output).toMatch(new RegExp(`${stat} .*per game\\n *1 {2}`))
  expect(output).toContain(`\n${join('examples', 'season-report', 'shot-chart.svg')}: `)
  expect(existsSync(svg)).toBe(true)
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg [^]*threes \d+ of \d+[^]*<\/svg>$/)
})

/** Runs the program in this process. Returns what it prints on standard error, once it has failed with exit code 1. */
const runAndReadError = async (variables: Record<string, string>, ...args: string[]): Promise<string> => {
  const before = { argv: process.argv, exitCode: process.exitCode }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const print = vi.spyOn(console, 'error').mockReturnValue()
  process.argv = ['node', 'start.ts', ...args]
  try {
    await import(/* @vite-ignore */ `./start.ts?${randomUUID()}`) // a module runs once
    expect(process.exitCode).toBe(1)
    return print.mock.calls.map(([line]) => `${line}\n`).join('')
  } finally {
    print.mockRestore()
    vi.unstubAllEnvs()
    process.argv = before.argv
    process.exitCode = before.exitCode
  }
}

test('a missing key, a lower plan and an unknown competition each print one line', async () => {
  const games = [...simulate({ day: '2026-11-20', games: 3, detail: 'boxscore' })]
  const { origin, newKey } = await testService('Postgres', { games })
  const BASKETBALL_DATA_URL = `${origin}/v1`
  expect(await runAndReadError({ BASKETBALL_DATA_URL })).toMatch(
    /^No report: BASKETBALL_DATA_URL needs BASKETBALL_DATA_KEY=bd_…\n$/,
  )
  expect(await runAndReadError({ BASKETBALL_DATA_URL, BASKETBALL_DATA_KEY: await newKey('free') })).toMatch(
    /^The report needs a key on plan live: http.*\n$/,
  )
  expect(
    await runAndReadError({ BASKETBALL_DATA_URL, BASKETBALL_DATA_KEY: await newKey('complete') }, 'cp_00000000'),
  ).toMatch(/^No report: .*cp_00000000.*\n$/)
})
