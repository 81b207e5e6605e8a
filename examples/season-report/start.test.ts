import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { startServer } from '@basketball-data/http'
import { expect, onTestFinished, test } from 'vitest'

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

const runAndReadError = async (variables: Record<string, string>, ...args: string[]): Promise<string> => {
  const options = { cwd: import.meta.dirname, env: { ...env, ...variables } }
  const child = spawn(process.execPath, ['start.ts', ...args], options)
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  return stderr
}

test('a missing key, a lower plan and an unknown competition each print one line', async () => {
  const core = await createCore({ database: 'memory://' })
  onTestFinished(() => core.close())
  for (const bundle of simulate({ day: '2026-11-20', games: 3, detail: 'boxscore' })) await core.ingest(bundle)
  const server = await startServer({ core, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const BASKETBALL_DATA_URL = server.url
  const createKey = async (plan: 'free' | 'complete') => {
    const { id } = await core.accounts.create({ email: `${plan}@example.org`, plan })
    return (await core.keys.create(id)).key
  }
  expect(await runAndReadError({ BASKETBALL_DATA_URL })).toMatch(
    /^No report: BASKETBALL_DATA_URL needs BASKETBALL_DATA_KEY=bd_…\n$/,
  )
  expect(await runAndReadError({ BASKETBALL_DATA_URL, BASKETBALL_DATA_KEY: await createKey('free') })).toMatch(
    /^The report needs a key on plan live: http.*\n$/,
  )
  expect(
    await runAndReadError({ BASKETBALL_DATA_URL, BASKETBALL_DATA_KEY: await createKey('complete') }, 'cp_00000000'),
  ).toMatch(/^No report: .*cp_00000000.*\n$/)
})
