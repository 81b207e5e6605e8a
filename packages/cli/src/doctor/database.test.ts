import { randomUUID } from 'node:crypto'
import { chmodSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, openStore, getFolderPaths } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../../core/src/store/folder.js'
import { startPostgres } from '../../../core/src/testing/postgres-server.js'
import { openCore, tableContents, testDatabase } from '../../../http/src/testing/databases.js'
import { readConfig } from '../config.ts'
import { newFolder } from '../testing/run-cli.ts'
import { examineDatabase } from './database.ts'

/** The findings about a database, by subject. */
const examine = async (database: string, settings: Record<string, string> = {}) =>
  new Map(
    (await examineDatabase(readConfig({ DATABASE_URL: database, ...settings }))).map((found) => [found.subject, found]),
  )

test.each(['Postgres', 'embedded'] as const)('examining a database changes nothing in it (%s)', async (kind) => {
  const database = await testDatabase(kind)
  const open = () => createCore({ database })
  const before = await open()
  const contents = await tableContents(before.store)
  await before.close()
  await examine(database, { SECRETS_KEY: 'a'.repeat(64) })
  const after = await open()
  expect(await tableContents(after.store)).toEqual(contents)
  await after.close()
})

test('tables with many dead rows are named', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await core.store.driver.rows(
    `create table grown with (autovacuum_enabled = off) as select generate_series(1, 30000)`,
    [],
  )
  await core.store.driver.rows(`delete from grown where generate_series > 5000`, [])
  await core.store.driver.rows(`analyze grown`, [])
  await core.close()
  expect((await examine(database)).get('dead rows')).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^The table grown has 25,000 dead rows beside [\d,]+ live ones\.$/),
  })
})

test('a replica that is none, and one that cannot be reached', async () => {
  const database = await testDatabase('Postgres')
  const { host } = new URL(database)
  const replicas = [database, 'postgres://somebody:pa55word@127.0.0.1:1/nothing']
  const findings = await examine(database, { DATABASE_REPLICA_URLS: replicas.join(',') })
  expect(findings.get(`replica ${host}`)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('not a streaming replica'),
  })
  expect(findings.get('replica 127.0.0.1:1')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('cannot be reached'),
  })
  expect(JSON.stringify([...findings.values()])).not.toContain('pa55word')
})

test('a database that can only be read is a problem', async () => {
  const database = await testDatabase('Postgres')
  const store = await openStore(database)
  const name = new URL(database).pathname.slice(1)
  await store.driver.rows(`alter database "${name}" set default_transaction_read_only = on`, [])
  await store.close()
  const findings = await examine(database)
  expect(findings.get('database')).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^Postgres \d+\.\d+ accepts no writes, /),
    remedy: expect.stringContaining('default_transaction_read_only'),
  })
  expect(findings.get('tables')).toMatchObject({ status: 'ok' })
})

test('tables of an unreleased version are a finding about the tables alone', async () => {
  const database = await testDatabase('Postgres')
  const store = await openStore(database)
  await store.driver.rows(`update drizzle.__drizzle_migrations set created_at = created_at - 1`, [])
  await store.close()
  const findings = await examine(database)
  expect(findings.get('tables')).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(
      /unreleased state of this software and cannot be upgraded; import into a new database\.$/,
    ),
  })
  for (const subject of ['database', 'connections', 'clock'])
    expect(findings.get(subject)).toMatchObject({ status: 'ok' })
})

test('a user who may see little still sees the connections of others, and what it may not see is said', async () => {
  const database = await testDatabase('Postgres')
  const store = await openStore(database)
  const name = `user_${randomUUID().replaceAll('-', '')}`
  await store.driver.rows(`create role ${name} login password 'pa55word'`, [])
  onTestFinished(async () => {
    await store.driver.rows(`drop owned by ${name}`, [])
    await store.driver.rows(`drop role ${name}`, [])
    await store.close()
  })
  await store.driver.rows(`grant usage on schema drizzle to ${name}`, [])
  await store.driver.rows(`grant select on drizzle.__drizzle_migrations, deliveries to ${name}`, [])
  const others = await Promise.all(Array.from({ length: 30 }, () => openStore(database)))
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))))
  await Promise.all(others.map(({ driver }) => driver.rows('select 1', [])))

  const findings = await examine(Object.assign(new URL(database), { username: name, password: 'pa55word' }).href)
  const { message = '' } = findings.get('connections') ?? {}
  expect(Number(/^(\d+) of /.exec(message)?.[1])).toBeGreaterThan(30)
  expect(findings.get('secrets key')).toEqual({
    subject: 'secrets key',
    status: 'problem',
    message: 'The check failed (permission denied for table secrets).',
    remedy: expect.any(String),
  })
  for (const subject of ['database', 'clock', 'tables', 'deliveries', 'dead rows'])
    expect(findings.get(subject)).toMatchObject({ status: 'ok' })
})

test('a server of version 14 says how many connections it has', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o755) // for the user that runs Postgres
  const server = await startPostgres(join(folder, 'data'), 14)
  onTestFinished(() => server.stop())
  const findings = await examine(`${server.url}/postgres`)
  expect(findings.get('database')).toMatchObject({ status: 'ok', message: expect.stringContaining('Postgres 14.') })
  expect(findings.get('connections')?.message).toMatch(/ of 297 connections are in use/)
})

test('the folder that another process has open is named, not the copy that is read', async () => {
  const folder = await testDatabase('embedded')
  const core = await openCore(folder)
  await core.store.driver.rows(`update drizzle.__drizzle_migrations set created_at = created_at - 1`, [])
  const findings = await examine(folder)
  expect(findings.get('database')).toMatchObject({ status: 'ok', message: `The folder ${folder} can be opened.` })
  expect(findings.get('tables')?.message).toContain(`The database folder ${folder} was made by`)
})

test('a folder in use is not copied if the copy would fill the disk', async () => {
  const folder = await testDatabase('embedded')
  const { release } = lockFolder(folder)
  onTestFinished(release)
  // A file with a hole takes no room, and its copy all of it.
  const file = join(getFolderPaths(folder).data, 'hole')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(file, '')
  truncateSync(file, bavail * bsize)
  const findings = await examine(folder)
  expect(findings.get('database')).toEqual({
    subject: 'database',
    status: 'problem',
    message: expect.stringMatching(
      /^The folder \S+ is in use by another process, and a copy of its [\d.]+ [MG]B to read would fill the disk\.$/,
    ),
    remedy: expect.stringMatching(/^Free some space, or stop that process/),
  })
  expect(findings.get('database')?.message).toContain(folder)
  expect(findings.get('disk')).toMatchObject({
    message: expect.stringMatching(/^The disk of the folder has .+ free\.$/),
  })
})
