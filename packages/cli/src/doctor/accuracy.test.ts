import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, type SeasonAccuracy } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, test } from 'vitest'
import { ingestOrThrow, testDatabase } from '../../../http/src/testing/databases.js'
import { runFailingCli, newFolder, runCommand } from '../testing/run-cli.ts'

test('accuracy measures the line-ups of every season, prints every exception, and writes a page', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const games = [...simulate({ day: '2026-11-20', games: 20 })].filter(({ events }) => (events ?? []).length > 0)
  const [wrong, ...right] = games
  if (wrong === undefined) throw new Error('no simulated game has a play-by-play')
  const players = (wrong.home.players ?? []).map((line) => ({
    ...line,
    seconds: line.seconds === null ? null : line.seconds + 7,
  }))
  for (const bundle of [{ ...wrong, home: { ...wrong.home, players } }, ...right]) await ingestOrThrow(core, bundle)
  await core.close()

  const page = join(newFolder(), 'accuracy.md')
  const json = await runCommand(['--database', database, '--json', 'doctor', 'accuracy', '--page', page])
  expect(json).toMatchObject({ code: 0, stderr: '' })
  const { seasons }: { seasons: SeasonAccuracy[] } = JSON.parse(json.stdout)
  const sum = (of: (season: SeasonAccuracy) => number) => seasons.reduce((all, season) => all + of(season), 0)
  expect(sum(({ exact }) => exact)).toBe(sum(({ with_events }) => with_events) - 1)
  const wronged = players.filter(({ played }) => played).length
  expect(sum(({ exact_lines }) => exact_lines)).toBe(sum(({ lines }) => lines) - wronged)
  expect(sum(({ plus_minus }) => plus_minus)).toBe(sum(({ equal_plus_minus }) => equal_plus_minus))
  expect(sum(({ not_alternating }) => not_alternating)).toBe(0)

  const written = readFileSync(page, 'utf8')
  expect(written).toMatch(/^# Accuracy\n/)
  expect(written).toContain('home: the substitutions give other minutes than the box score: ')
  const { stdout, code } = await runCommand(['--database', database, 'doctor', 'accuracy'])
  expect(code).toBe(0)
  expect(stdout).toContain(`${wrong.home.team.name} - ${wrong.away.team.name}\n  home: `)
})

test('accuracy refuses a page that cannot be written before it measures anything', async () => {
  const nowhere = ['--database', 'postgres://127.0.0.1:1/none']
  expect(await runFailingCli([...nowhere, 'doctor', 'accuracy', '--page', '/nowhere/all.md'])).toEqual({
    exitCode: 1,
    message: '/nowhere: no such file or directory.',
  })
})

test('accuracy of a database without a play-by-play, and of a folder without a database', async () => {
  const empty = await testDatabase('Postgres')
  expect(await runCommand(['--database', empty, 'doctor', 'accuracy'])).toMatchObject({
    code: 0,
    stdout: 'No game has a play-by-play.\n',
  })
  expect(await runCommand(['--database', '/nowhere/at/all', 'doctor', 'accuracy'])).toMatchObject({ code: 2 })
})
