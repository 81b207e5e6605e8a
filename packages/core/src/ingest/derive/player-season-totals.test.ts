import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import { execute } from '../../store/index.ts'
import { ingestOrThrow, sampleBundle, testDatabase, openCore, type SampleLine } from '../../testing/index.ts'
import { totalsAfter, type BoxScore, type Totals } from './player-season-totals.ts'

const GAME: BoxScore['game'] = {
  season_id: 's',
  date: '2026-11-05',
  tip_off: null,
  status: 'final',
  stage: 'regular',
  counts_in_statistics: true,
  home_team_id: 'h',
  away_team_id: 'a',
}
const LINE = { game_id: 'g', player_id: 'p', team_id: 'h', season_id: 's', date: GAME.date, tip_off_order: '-infinity' }
const score = (changes: Partial<BoxScore['lines'][number]> = {}, game: Partial<BoxScore['game']> = {}): BoxScore => ({
  game: { ...GAME, ...game },
  lines: [
    {
      ...LINE,
      final: true,
      counted: true,
      side: 'home',
      position: 0,
      starter: true,
      played: true,
      seconds: 600,
      points: 10,
      number: '7',
      ...changes,
    },
  ],
})
/** The totals after the first game. */
const FIRST: Totals[] = totalsAfter(
  [],
  [{ after: score({ points: 8 }, { date: '2026-11-01' }), before: undefined }],
).changed

describe('the totals of a player after a write of one game', () => {
  test('include a new game without a recount', () => {
    const { changed, recount } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    expect(recount).toEqual([])
    expect(changed).toMatchObject([
      {
        games: 2,
        appearances: 2,
        starts: 2,
        points: 18,
        first_date: '2026-11-01',
        last_game: '2026-11-05',
        steals: null,
      },
    ])
  })

  test('change by the difference of a correction without a recount', () => {
    const { changed } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    const corrected = totalsAfter(changed, [{ after: score({ points: 13, starter: false }), before: score() }])
    expect(corrected).toMatchObject({ changed: [{ games: 2, starts: 1, points: 21, number: '7' }], recount: [] })
  })

  test.each([
    ['a removed line', { ...score(), lines: [] }, score()],
    ['a value that was unknown', score({ steals: 1 }), score()],
    ['another day', score({}, { date: '2026-11-06' }), score()],
    ['another shirt number', score({ number: '8' }), score()],
    ['a stage that does not count', score({}, { stage: 'preseason' }), score()],
    ['another team', score({ side: 'away' }), score()],
  ] as [string, BoxScore, BoxScore][])('are recounted after %s', (_, after, before) => {
    const { changed } = totalsAfter(FIRST, [{ after: score(), before: undefined }])
    expect(totalsAfter(changed, [{ after, before }]).recount).toEqual(['p'])
  })
})

test('on Postgres a game changes season totals in their place: no index covers what it changes', async () => {
  const database = await testDatabase('Postgres')
  const writing = await createCore({ database })
  const players = (team: string, points: number): Record<string, SampleLine> =>
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${team}${n}`, { points: points + n, seconds: 900 }]))
  for (let n = 0; n < 30; n++) {
    const sheet = { home: { players: players('A', n) }, away: { players: players('B', n) } }
    await ingestOrThrow(
      writing,
      sampleBundle({ id: `g${n}`, date: `2026-10-${String(1 + n).padStart(2, '0')}`, sheet }),
    )
  }
  // While another transaction needs the old rows, a page fills up and an update goes to a new one: that is not for an index.
  // A connection reports its statistics at the latest when its server process ends, shortly after it is closed.
  await writing.close()
  const core = await openCore(database)
  const updates = () =>
    execute(
      core.store.db,
      sql`select relname as "table", n_tup_upd > 0 as updated, n_tup_hot_upd >= 0.9 * (n_tup_upd - n_tup_newpage_upd) as hot
          from pg_stat_user_tables
          where relname in ('player_season_totals', 'player_seasons', 'team_seasons', 'season_days') order by 1`,
    )
  await expect.poll(updates).toEqual([
    { table: 'player_season_totals', updated: true, hot: true },
    { table: 'player_seasons', updated: true, hot: true },
    { table: 'season_days', updated: false, hot: true },
    { table: 'team_seasons', updated: true, hot: true },
  ])
})
