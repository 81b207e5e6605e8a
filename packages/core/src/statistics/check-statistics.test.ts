import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import {
  anyDatabase,
  sampleId,
  NOT_RECORDED,
  writeGames,
  testDatabase,
  type DatabaseKind,
  type SampleLine,
  type SampleSide,
} from '../testing/index.ts'

const CHECK = fileURLToPath(new URL('../../scripts/check-statistics.ts', import.meta.url))
const check = (...args: string[]) => spawnSync(process.execPath, [CHECK, ...args], { encoding: 'utf8' })

/** Writes one game, and runs the script. */
const checkGame = async (kind: DatabaseKind, players: Record<string, SampleLine>, totals?: SampleSide['totals']) => {
  const database = await testDatabase(kind)
  const core = await createCore({ database })
  await writeGames(core, { id: 'g1', sheet: { home: { players, ...(totals && { totals }) } } })
  await core.close()
  return check(database)
}

test.each(anyDatabase)(
  'performance indexes that match the formula pass, and unknown ones are counted (%s)',
  async (kind) => {
    const players = { stored: { steals: 3, performance_index: 3 }, computed: { assists: 2 }, unknown: NOT_RECORDED }
    const { status, stdout, stderr } = await checkGame(kind, players, { turnovers: 4, performance_index: -4 })
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('ok   performance index of player lines: {"right":2,"unknown":1,"wrong":[]}')
    expect(stdout).toContain('ok   performance index of team totals: {"right":1,"unknown":0,"wrong":[]}')
    expect(stdout).toMatch(/not checked.*E2022/)
  },
)

test('a wrong performance index of a player or a team is listed', async () => {
  const players = { p: { steals: 3, performance_index: 4 } }
  const { status, stderr } = await checkGame('Postgres', players, { performance_index: 1 })
  expect(status).toBe(1)
  expect(stderr).toContain(`${sampleId('game', 'g1')} ${sampleId('player', 'p')} 4, by the formula 3`)
  expect(stderr).toContain(`${sampleId('game', 'g1')} ${sampleId('team', 'A')} 1, by the formula 0`)
})

test('a database without games fails', async () => {
  const { status, stderr } = check(await testDatabase('Postgres'))
  expect([status, stderr]).toEqual([1, expect.stringMatching(/no games.*import/)])
})

test('--help prints the usage, and unexpected arguments exit with 2', () => {
  expect(check('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: .*check-statistics\.ts/) })
  for (const args of [['a', 'b', 'c'], ['--all']])
    expect(check(...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/Usage: /) })
  expect(check('/nowhere/at/all')).toMatchObject({ status: 2, stderr: expect.stringMatching(/\/nowhere\/at\/all/) })
})
