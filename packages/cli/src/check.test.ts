import { existsSync, readdirSync } from 'node:fs'
import { createCore, type SeasonCheck } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { finalGame, ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { newFolder, runCli } from './testing/run-cli.ts'

test('check prints what it compared, then what disagrees, and exits with 1 if anything does', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await ingestOrThrow(core, finalGame([80, 77]))
  const clean = await runCli(['check', database])
  expect(clean).toMatchObject({ code: 0, stderr: '' })
  expect(clean.stdout).toMatch(
    /^League 2026-27: 1 game, 2 rows of the standings, 3\d leaders, 4 players, \d+ values; nothing disagrees\.\n/,
  )
  expect(clean.stdout).toMatch(/\n[\d,]+ values compared; nothing disagrees\.\n$/)

  await core.store.db.execute('update standings set won = 0 where rank = 1')
  const single = await runCli(['check', database])
  expect(single.stdout).toContain('; 1 disagrees.\n')
  expect(single).toMatchObject({ code: 1, stderr: expect.stringContaining('1 value differs from ') })
  await core.store.db.execute('delete from player_season_totals')
  await core.close()
  const { code, stdout, stderr } = await runCli(['check', '--database', database])
  expect(stdout).toContain('\n  standings, Alpha, won: served 0, recomputed 1\n')
  expect(stdout).toContain('\n  leaders in points, number 1: not served\n')
  expect(stdout).toMatch(/\n {2}… and \d+ more, with --json\n/)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/\d+ values differ from .+\n$/) })

  const json = await runCli(['check', '--json', database])
  const { disagreements, seasons }: { disagreements: number; seasons: SeasonCheck[] } = JSON.parse(json.stdout)
  expect(json.code).toBe(1)
  expect(seasons.flatMap((season) => season.disagreements)).toHaveLength(disagreements)
  expect(seasons[0]?.disagreements).toContainEqual({
    subject: 'standings, Alpha',
    field: 'won',
    served: 0,
    recomputed: 1,
  })
})

test.each([
  ['that does not exist', '/nowhere/at/all'],
  ['without a database', newFolder],
])('check of a folder %s exits with 2, and creates nothing', async (_, given) => {
  const folder = typeof given === 'string' ? given : given()
  expect(await runCli(['check', folder])).toMatchObject({
    code: 2,
    stderr: `basketball-data: There is no database in the folder ${folder}; name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".\n`,
  })
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

test('check of a folder with a database', async () => {
  const folder = newFolder()
  const core = await createCore({ database: folder })
  await ingestOrThrow(core, finalGame([80, 77]))
  await core.close()
  expect(await runCli(['check', folder])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^League 2026-27: /) })
})
