import { sql } from 'drizzle-orm'
import { execute, type Store } from '../store/index.ts'

const replaceClock = async (store: Store) => {
  const run = (text: string) => execute(store.counting, sql.raw(text))
  await run('create schema if not exists test_clock')
  await run('create table if not exists test_clock.now (moment timestamptz not null)')
  const set = async (moment: Date) => {
    await run(
      `with cleared as (delete from test_clock.now) insert into test_clock.now values ('${moment.toISOString()}')`,
    )
  }
  return { run, set }
}

/**
 * Replaces the clock of following.
 * @returns a function that sets the time
 */
export const fakeFollowClock = async (store: Store): Promise<(moment: Date) => Promise<void>> => {
  const { run, set } = await replaceClock(store)
  await run(`create or replace function follow_now() returns timestamptz
    language sql volatile as 'select moment from test_clock.now'`)
  return set
}

/**
 * Replaces the clock by which calls are counted: in memory, and in the SQL functions, where another `clock_timestamp` comes
 * first in their search_path.
 * @returns a function that sets the time
 */
export const fakeDatabaseClock = async (store: Store): Promise<(moment: Date) => Promise<void>> => {
  const { run, set } = await replaceClock(store)
  await run(`create or replace function test_clock.clock_timestamp() returns timestamptz
    language sql volatile as 'select moment from test_clock.now'`)
  for (const name of ['count_calls', 'refund_calls'])
    await run(`alter function ${name} set search_path = test_clock, public, pg_catalog`)
  return async (moment) => {
    await set(moment)
    if (store.exclusive !== null) store.exclusive.now = () => moment.getTime()
  }
}
