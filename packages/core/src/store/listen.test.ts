import { expect, test } from 'vitest'
import { newDatabase } from '../testing/index.ts'
import { listen } from './listen.ts'
import { createPool } from './pool.ts'

test('a listener hears of notifications, also over a new connection, until it stops', async () => {
  const { address, drop } = await newDatabase('Postgres')
  const pool = createPool({ url: address, session: {}, size: 1, deadline: 60_000 })
  let heard = 0
  const stop = await listen(address, 'news', () => heard++)
  const listens = async () => {
    const before = heard
    const notify = () => pool.driver.rows('notify news', []).then(() => heard)
    await expect.poll(notify).toBeGreaterThan(before)
  }
  await listens()

  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  await pool.driver.rows(terminate, [])
  await listens()

  stop()
  const listening = `select 1 from pg_stat_activity where datname = current_database() and query = 'listen "news"'`
  await expect.poll(async () => (await pool.driver.rows(listening, [])).length).toBe(0)
  await pool.close()
  await drop()
})

test('listening fails where there is no database', async () => {
  await expect(listen('postgres://127.0.0.1:1/none', 'news', () => {})).rejects.toThrow('ECONNREFUSED')
})
