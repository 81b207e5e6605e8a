import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import { execute } from '../../store/index.ts'
import { ingestOrThrow, sampleBundle, testDatabase, openCore, type SampleLine } from '../../testing/index.ts'

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
