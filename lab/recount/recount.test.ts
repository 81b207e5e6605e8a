import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  finalGame,
  ingestOrThrow,
  sharedCore,
  writeGames,
  type SampleGame,
  type SampleLine,
} from '../../packages/core/src/testing/index.ts'
import type { Difference } from './comparison.ts'
import { findDifferences } from './index.ts'

const lines = (team: string, points: number): Record<string, SampleLine> => ({
  [`${team}1`]: { points, two_made: points / 2, two_attempted: points, number: '7' },
  [`${team}2`]: { starter: false, seconds: null, rebounds: 3 },
  [`${team}3`]: { played: false },
})

const buildSheet = (home: string, away: string, points: number) => ({
  home: { players: lines(home, points) },
  away: { players: lines(away, points), totals: { points: 2 * points } },
})

/** Two seasons with ties, a draw, several stages, scheduled games, and a player of two teams. */
const GAMES: SampleGame[] = [
  { id: 'g1', date: '2026-11-01', home: 'A', away: 'B', score: [80, 70], sheet: buildSheet('A', 'B', 10) },
  { id: 'g2', date: '2026-11-02', home: 'B', away: 'C', score: [80, 70], sheet: buildSheet('B', 'C', 20) },
  { id: 'g3', date: '2026-11-03', home: 'C', away: 'A', score: [80, 70], sheet: buildSheet('C', 'A', 30) },
  { id: 'g4', date: '2026-11-04', home: 'C', away: 'B', score: [75, 75], sheet: buildSheet('A', 'B', 4) },
  { id: 'g5', date: '2026-11-05', home: 'A', away: 'C', status: 'scheduled' },
  { id: 'g6', date: '2026-10-01', home: 'A', away: 'D', stage: 'preseason', sheet: buildSheet('A', 'D', 50) },
  { id: 'g7', date: '2026-12-01', home: 'A', away: 'B', stage: 'playoffs', sheet: buildSheet('A', 'B', 12) },
  { id: 'g8', date: '2025-11-01', year: 2025, home: 'A', away: 'B', stage: null, sheet: buildSheet('A', 'B', 6) },
]

/** A game of the same teams with a play-by-play and shots. */
const COMPLETE = finalGame([8, 6], {
  season: { external_id: 'L2026' },
  game: { external_id: 'complete', date: '2026-11-10' },
  home: { team: { name: 'Team A' } },
  away: { team: { name: 'Team B' } },
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const prepare = async () => {
    await writeGames(core(), ...GAMES)
    await ingestOrThrow(core(), COMPLETE)
    await core().refreshStandings()
  }

  test('nothing differs after an import', async () => {
    await prepare()
    expect(await findDifferences(core())).toEqual([])
  })

  test('an empty database has nothing to recount', async () => {
    expect(await findDifferences(core(), { every: 0 })).toEqual([])
  })

  test.each<{ what: string; statement: string; expected: Partial<Difference> & { subject: unknown } }>([
    {
      what: 'a rank of the standings',
      statement: `update standings set rank = 9 where rank = 1 and season_id in (select id from seasons where start_year = 2026)`,
      expected: { subject: expect.stringMatching(/^standings, Team /), field: 'rank', served: 9, recounted: 1 },
    },
    {
      what: 'a missing row of the standings',
      statement: `delete from standings where rank = 3`,
      expected: { subject: expect.stringMatching(/^standings, Team /), field: null, served: false, recounted: true },
    },
    {
      what: 'a total that leaders are ranked by',
      statement: `update player_season_totals set points = points + 100`,
      expected: { subject: 'leaders in points, number 1', field: 'total' },
    },
    {
      what: 'a total over all teams',
      statement: `update player_season_totals set steals = 77`,
      expected: { subject: expect.stringMatching(/^season totals of Player A1/), field: 'steals', served: 77 },
    },
    {
      what: 'a total for one team',
      statement: `update player_seasons set free_throws_made = 77`,
      expected: {
        subject: expect.stringMatching(/^season totals of .*, Team /),
        field: 'free_throws_made',
        served: 77,
      },
    },
    {
      what: 'season totals of no game',
      statement: `update player_seasons set season_id = (select id from seasons where start_year = 2025)
        where team_id = (select id from teams where name = 'Team C')`,
      expected: { subject: expect.stringMatching(/^season totals of /), field: null, served: true, recounted: false },
    },
    {
      what: 'the number of games of a season',
      statement: `update seasons set games = games + 1 where start_year = 2026`,
      expected: { subject: 'counts of 2026-27', field: 'games', served: 9, recounted: 8 },
    },
    {
      what: 'the minimum of games for leaders',
      statement: `update seasons set min_games = 2 where start_year = 2025`,
      expected: { subject: 'leaders in points', field: 'min_games', served: 2, recounted: 1 },
    },
    {
      what: 'the number of games of a team in a season',
      statement: `update team_seasons set counted_games = 77`,
      expected: { subject: 'counts of Team A in 2026-27', field: 'counted_games', served: 77 },
    },
    {
      what: 'the number of games of a team',
      statement: `update teams set games = 77 where name = 'Team D'`,
      expected: { subject: expect.stringMatching(/^counts of Team D/), field: 'games', served: 77, recounted: 1 },
    },
    {
      what: 'a flag',
      statement: `update games set has_shots = false where has_shots`,
      expected: { subject: expect.stringMatching(/^game gm_/), field: 'has.shots', served: false, recounted: true },
    },
    {
      what: 'a copy in a box line',
      statement: `update box_lines set counted = false where counted`,
      expected: { subject: expect.stringMatching(/, line of /), field: 'counted', served: false, recounted: true },
    },
    {
      what: 'a running score that nothing warns about',
      statement: `update play_by_plays set events = jsonb_set(events::jsonb, '{-1,home_score}', '7')::json`,
      expected: { field: 'warning playbyplay_score', subject: expect.anything(), served: false, recounted: true },
    },
    {
      what: 'totals of a team that nothing warns about',
      statement: `delete from warnings`,
      expected: { field: 'warning player_sums', subject: expect.anything(), served: false, recounted: true },
    },
  ])('$what that was changed by hand is found and named', async ({ statement, expected }) => {
    await prepare()
    await core().store.db.execute(sql.raw(statement))
    expect(await findDifferences(core(), { every: 0 })).toContainEqual(expect.objectContaining(expected))
  })

  test('rebuilt statistics no longer differ', async () => {
    await prepare()
    await core().store.db.execute('update standings set rank = 9, won = 0, lost = 0')
    await core().store.db.execute('delete from player_season_totals')
    expect(await findDifferences(core(), { every: 0 })).not.toEqual([])
    await core().rebuildStatistics()
    expect(await findDifferences(core(), { every: 0 })).toEqual([])
  })
})
