import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databases, sharedCore, writeGames } from '../testing/index.ts'
import { createTurns } from './batch.ts'
import { games, preparedSelect, teamBoxes, teams, untilUnlocked } from './index.ts'

const gamesWithBoxes = preparedSelect((db) =>
  db
    .select({
      date: games.date,
      home: { name: teams.name, country: teams.country },
      venue: games.venue,
      box: { points: teamBoxes.points, steals: teamBoxes.steals },
    })
    .from(games)
    .innerJoin(teams, eq(teams.id, games.home_team_id))
    .leftJoin(
      teamBoxes,
      and(eq(teamBoxes.game_id, games.id), eq(teamBoxes.side, 'home'), eq(teamBoxes.has_totals, true)),
    )
    .where(eq(games.status, sql.placeholder('status')))
    .orderBy(games.date),
)

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('a prepared select returns records of columns, and null for that of a join without a match', async () => {
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', sheet: { home: { totals: { points: 9, steals: null } } } },
      { id: 'g2', date: '2026-10-02' },
    )
    expect(await gamesWithBoxes(core().store)({ status: 'final' })).toEqual([
      { date: '2026-10-01', home: { name: 'Team A', country: null }, venue: null, box: { points: 9, steals: null } },
      { date: '2026-10-02', home: { name: 'Team A', country: null }, venue: null, box: null },
    ])
  })
})

test('work takes turns in the order of its calls, also after work that has failed', async () => {
  const inTurn = createTurns()
  const done: number[] = []
  const first = Promise.withResolvers<void>()
  const failing = inTurn(() => first.promise)
  const second = inTurn(async () => done.push(2))
  const third = inTurn(async () => done.push(3))
  expect(done).toEqual([])
  first.reject(new Error('lost'))
  await expect(failing).rejects.toThrow('lost')
  await Promise.all([second, third])
  expect(done).toEqual([2, 3])
})

test('an attempt is repeated while a row is locked, and its error names the row', async () => {
  let attempts = 0
  const attempt = async () => (++attempts < 3 ? 'locked' : attempts)
  expect(await untilUnlocked(attempt, { row: 'account', interval: 1 })).toBe(3)
  await expect(untilUnlocked(async () => 'locked', { row: 'account', interval: 50 })).rejects.toThrow(
    'Another transaction has locked the account.',
  )
})
