import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { execute } from '../store/index.ts'
import { ingestOrThrow, finalGame, openCore, testDatabase } from '../testing/index.ts'

/** Enough games that every connection has cached plans made on empty tables, which it does after five executions. */
const GAMES = 150

test('on Postgres no ingest scans a whole table, even with plans cached when the tables were empty', async () => {
  const database = await testDatabase('Postgres')
  const loading = await createCore({ database })
  for (let game = 1; game <= GAMES; game++)
    await ingestOrThrow(loading, finalGame([8, 6], { game: { external_id: `g${game}` } }))
  // A connection reports its statistics at the latest when it closes.
  await loading.close()
  const core = await openCore(database)
  const read = await execute(
    core.store.db,
    sql`select relname as "table", seq_tup_read::integer as rows from pg_stat_user_tables
        where schemaname = 'public' and seq_tup_read > ${GAMES} order by 1`,
  )
  expect(read).toEqual([])
})
