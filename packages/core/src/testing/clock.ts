import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { getNextDay, utcDay } from '../contract/index.ts'
import { execute, type Store } from '../store/index.ts'

/** Keeps the time in a sequence, in milliseconds: its only row is changed in place, however often the clock is set. */
const replaceClock = async (store: Store) => {
  const run = (text: string) => execute(store.counting, sql.raw(text))
  await run('create schema if not exists test_clock')
  await run('create sequence if not exists test_clock.now')
  const set = async (moment: Date) => {
    await run(`select setval('test_clock.now', ${moment.getTime()})`)
  }
  const replace = (name: string) =>
    run(`create or replace function ${name}() returns timestamptz
      language sql volatile as 'select to_timestamp(last_value / 1000.0) from test_clock.now'`)
  return { set, replace }
}

/**
 * Replaces the clock of following.
 * @returns a function that sets the time
 */
export const fakeFollowClock = async (store: Store): Promise<(moment: Date) => Promise<void>> => {
  const { set, replace } = await replaceClock(store)
  await replace('follow_now')
  return set
}

/**
 * Replaces the clock by which calls are counted: in memory, and in the database.
 * @returns a function that sets the time
 */
export const fakeDatabaseClock = async (store: Store): Promise<(moment: Date) => Promise<void>> => {
  const { set, replace } = await replaceClock(store)
  await replace('counting_now')
  return async (moment) => {
    await set(moment)
    if (store.exclusive !== null) store.exclusive.now = () => moment.getTime()
  }
}

/** Waits for the next UTC day if it begins within a minute: counts of a day that ends during a test begin anew. */
export const avoidMidnight = async (): Promise<void> => {
  const left = getNextDay(utcDay(new Date())).getTime() - Date.now()
  if (left < 60_000) await setTimeout(left)
}
