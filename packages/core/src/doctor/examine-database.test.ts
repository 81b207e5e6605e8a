import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { execute } from '../store/index.ts'
import { tableContents, testDatabase } from '../testing/index.ts'
import { examineDatabase, type ExaminedDatabase } from './examine-database.ts'

const findingsOf = async (settings: ExaminedDatabase) =>
  new Map((await examineDatabase(settings)).map((found) => [found.subject, found]))

test.each(['Postgres', 'embedded'] as const)('examining a database changes nothing in it (%s)', async (kind) => {
  const database = await testDatabase(kind)
  const open = () => createCore({ database })
  const before = await open()
  const contents = await tableContents(before.store)
  await before.close()
  await examineDatabase({ database, secretsKey: 'a'.repeat(64) })
  const after = await open()
  expect(await tableContents(after.store)).toEqual(contents)
  await after.close()
})

test('tables with many dead rows are named', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await execute(
    core.store.db,
    sql`create table grown with (autovacuum_enabled = off) as select generate_series(1, 30000)`,
  )
  await execute(core.store.db, sql`delete from grown where generate_series > 5000`)
  await execute(core.store.db, sql`analyze grown`)
  await core.close()
  expect((await findingsOf({ database })).get('dead rows')).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^The table grown has 25,000 dead rows beside [\d,]+ live ones\.$/),
  })
})

test('a replica that is none, and one that cannot be reached', async () => {
  const database = await testDatabase('Postgres')
  const { host } = new URL(database)
  const findings = await findingsOf({
    database,
    replicas: [database, 'postgres://somebody:pa55word@127.0.0.1:1/nothing'],
  })
  expect(findings.get(`replica ${host}`)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('no streaming replica'),
  })
  expect(findings.get('replica 127.0.0.1:1')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('cannot be reached'),
  })
  expect(JSON.stringify([...findings.values()])).not.toContain('pa55word')
})
