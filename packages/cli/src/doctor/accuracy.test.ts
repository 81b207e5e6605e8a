import { createCore, type SeasonAccuracy } from '@basketball-data/core'
import type { GameBundle } from '@basketball-data/core/contract'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, test } from 'vitest'
import { ingestOrThrow, testDatabase } from '../../../http/src/testing/databases.js'
import { runCommand } from '../testing/run-cli.ts'

/** The game with 7 seconds more than it had for every player of its home team. */
const withWrongMinutes = (bundle: GameBundle) => {
  const players = (bundle.home.players ?? []).map((line) => ({
    ...line,
    seconds: line.seconds == null ? null : line.seconds + 7,
  }))
  return { ...bundle, home: { ...bundle.home, players } }
}

test('accuracy measures the line-ups of every season, and prints every exception', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const games = [...simulate({ day: '2026-11-20', games: 20 })].filter(({ events }) => (events ?? []).length > 0)
  const [wrong, ...right] = games
  if (wrong === undefined) throw new Error('no simulated game has a play-by-play')
  for (const bundle of [withWrongMinutes(wrong), ...right]) await ingestOrThrow(core, bundle)
  await core.close()

  const json = await runCommand(['--database', database, '--json', 'doctor', 'accuracy'])
  expect(json).toMatchObject({ code: 0, stderr: '' })
  const { seasons }: { seasons: SeasonAccuracy[] } = JSON.parse(json.stdout)
  const sum = (of: (season: SeasonAccuracy) => number) => seasons.reduce((all, season) => all + of(season), 0)
  expect(sum(({ exact }) => exact)).toBe(sum(({ with_events }) => with_events) - 1)
  const wronged = (wrong.home.players ?? []).filter(({ played }) => played).length
  expect(sum(({ exact_lines }) => exact_lines)).toBe(sum(({ lines }) => lines) - wronged)
  expect(sum(({ plus_minus }) => plus_minus)).toBe(sum(({ equal_plus_minus }) => equal_plus_minus))
  expect(sum(({ not_alternating }) => not_alternating)).toBe(0)

  const { stdout, code } = await runCommand(['--database', database, 'doctor', 'accuracy'])
  expect(code).toBe(0)
  expect(stdout).toContain(`${wrong.home.team.name} - ${wrong.away.team.name}\n  home: `)
})

test('accuracy of a database without a play-by-play, and of a folder without a database', async () => {
  const empty = await testDatabase('Postgres')
  expect(await runCommand(['--database', empty, 'doctor', 'accuracy'])).toMatchObject({
    code: 0,
    stdout: 'No game has a play-by-play.\n',
  })
  expect(await runCommand(['--database', '/nowhere/at/all', 'doctor', 'accuracy'])).toMatchObject({ code: 2 })
})
