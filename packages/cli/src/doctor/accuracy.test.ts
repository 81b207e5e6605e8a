import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, type SeasonAccuracy } from '@basketball-data/core'
import type { GameBundle } from '@basketball-data/core/contract'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, test } from 'vitest'
import { ingestOrThrow, testDatabase } from '../../../http/src/testing/databases.js'
import { runFailingCli, newFolder, runCommand } from '../testing/run-cli.ts'

/** The game with 7 seconds more than it had for every player of its home team. */
const withWrongMinutes = (bundle: GameBundle) => {
  const players = (bundle.home.players ?? []).map((line) => ({
    ...line,
    seconds: line.seconds === null ? null : line.seconds + 7,
  }))
  return { ...bundle, home: { ...bundle.home, players } }
}

test('accuracy measures the line-ups of every season, prints every exception, and writes a page', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const games = [...simulate({ day: '2026-11-20', games: 20 })].filter(({ events }) => (events ?? []).length > 0)
  const [wrong, ...right] = games
  if (wrong === undefined) throw new Error('no simulated game has a play-by-play')
  for (const bundle of [withWrongMinutes(wrong), ...right]) await ingestOrThrow(core, bundle)
  await core.close()

  const page = join(newFolder(), 'accuracy.md')
  const json = await runCommand(['--database', database, '--json', 'doctor', 'accuracy', '--page', page])
  expect(json).toMatchObject({ code: 0, stderr: '' })
  const { seasons }: { seasons: SeasonAccuracy[] } = JSON.parse(json.stdout)
  const sum = (of: (season: SeasonAccuracy) => number) => seasons.reduce((all, season) => all + of(season), 0)
  expect(sum(({ exact }) => exact)).toBe(sum(({ with_events }) => with_events) - 1)
  const wronged = (wrong.home.players ?? []).filter(({ played }) => played).length
  expect(sum(({ exact_lines }) => exact_lines)).toBe(sum(({ lines }) => lines) - wronged)
  expect(sum(({ plus_minus }) => plus_minus)).toBe(sum(({ equal_plus_minus }) => equal_plus_minus))
  expect(sum(({ not_alternating }) => not_alternating)).toBe(0)

  const written = readFileSync(page, 'utf8')
  expect(written).toMatch(/^# Accuracy\n/)
  for (const { competition, season, exact, with_events } of seasons) {
    const share = `${((100 * exact) / with_events).toFixed(1)} %`
    expect(written).toContain(`| ${competition.name} ${season.name} | ${with_events} | ${share} |`)
  }
  expect(written).toContain('home: the substitutions give other minutes than the box score: ')
  const { stdout, code } = await runCommand(['--database', database, 'doctor', 'accuracy'])
  expect(code).toBe(0)
  expect(stdout).toContain(`${wrong.home.team.name} - ${wrong.away.team.name}\n  home: `)
})

test('a page counts the reasons of a season with more than ten games that are not exact', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const played = [...simulate({ day: '2026-11-20', games: 40 })].filter(({ events }) => (events ?? []).length > 0)
  const season = played.filter((game) => game.season.external_id === played[0]?.season.external_id).slice(0, 11)
  expect(season).toHaveLength(11)
  for (const bundle of season) await ingestOrThrow(core, withWrongMinutes(bundle))
  await core.close()
  const page = join(newFolder(), 'accuracy.md')
  await runCommand(['--database', database, 'doctor', 'accuracy', '--page', page])
  expect(readFileSync(page, 'utf8')).toContain('| substitutions give other minutes than the box score | 11 |')
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
