import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { newFolder, runCommand } from './testing/run-cli.ts'

/** A game of a league schedule of the feed with few fields. */
const game = (gameId: string, homeTeam: object) => ({
  gameId,
  gameStatus: 3,
  gameDateEst: '2025-11-07T00:00:00Z',
  homeTeam,
  awayTeam: { teamId: 2, teamCity: 'Hill', teamName: 'Foxes', score: 99 },
})

test('nba: games are imported, those that cannot be read listed; a second import does the same', async () => {
  const database = await testDatabase('Postgres')
  const folder = newFolder()
  const games = [
    game('0022500061', { teamId: 1, teamCity: 'Harbour', teamName: 'Lions', score: 101 }),
    game('0022500062', { teamId: 0, teamCity: '', teamName: '', score: 0 }),
  ]
  writeFileSync(join(folder, 'schedule.json'), JSON.stringify({ leagueSchedule: { gameDates: [{ games }] } }))
  writeFileSync(join(folder, 'odd.json'), '{}')
  const run = (...args: string[]) => runCommand([...args, '--database', database, '--json'])
  const first = await run('import', 'nba', folder)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(first.stdout)).toEqual({ games: 1, lines: 0, events: 0, shots: 0, warnings: 0, refused: 2 })
  expect((await run('import', 'nba', folder)).stdout).toBe(first.stdout)
  const { refusals } = JSON.parse((await run('doctor', 'refusals')).stdout)
  expect(refusals).toEqual([
    expect.objectContaining({ source: 'nba', external_id: join(folder, 'odd.json') }),
    expect.objectContaining({ source: 'nba', external_id: '0022500062', reason: 'its teams are not known yet' }),
  ])
})

const SAMPLES = fileURLToPath(new URL('../../../../shared/data/nba-live-samples/game_details', import.meta.url))

test.skipIf(!existsSync(SAMPLES))(
  'nba: a folder of box scores, summaries and shot charts is imported (skipped without ../shared/data)',
  async () => {
    const { code, stdout } = await runCommand([
      'import',
      'nba',
      SAMPLES,
      '--json',
      '--database',
      await testDatabase('Postgres'),
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ games: 5, lines: 94, events: 0, shots: 735, refused: 2 })
  },
)
