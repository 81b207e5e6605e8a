import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCore } from '../core.ts'
import {
  ingestOrThrow,
  scheduledGame,
  tableContents,
  anyDatabase,
  databases,
  newEmptyDatabase,
  openCore,
  testDatabase,
  type DatabaseKind,
} from '../testing/index.ts'
import { newFolder } from '../testing/databases.ts'
import { startProcess } from '../testing/process.ts'
import { openSecretsKey } from '../deliveries/secrets.ts'
import { appliedMigrations, applyMigrations, execute, games, isMigrated, openStore, type Database } from './index.ts'

/** The address of a database without any table. */
const emptyDatabase = async (kind: DatabaseKind): Promise<string> => {
  const { address, drop } = await newEmptyDatabase(kind)
  onTestFinished(drop)
  return address
}

describe('a database address', () => {
  test.each([
    '',
    '   ',
    '\n',
    'mysql://localhost/x',
    'http://example.org',
    'memory://x',
    'sqlite://x',
    'file:///tmp/x',
    '"postgres://user:secret@localhost/x"',
    "'postgres://user:secret@localhost/x'",
    'postgres:/user:secret@localhost/x',
    'jdbc:postgresql://localhost/x?password=secret',
    'user:secret@localhost/x',
    'localhost:5432/x',
  ])('%j is invalid, and its password is not shown', async (address) => {
    await expect(createCore({ database: address })).rejects.toMatchObject({
      name: 'BadDatabase',
      message: expect.not.stringContaining('secret'),
    })
  })

  test('memory:// opens a new database in this process, with its tables; blanks around it are ignored', async () => {
    const core = await openCore(' memory://')
    await ingestOrThrow(core, scheduledGame())
    expect((await core.caller().games.list({})).data).toHaveLength(1)
    expect(core.store.embedded).toBe(true)
  })

  test('blanks around an address of Postgres are ignored', async () => {
    const database = await testDatabase('Postgres')
    expect((await openCore(`\t${database} `)).store.embedded).toBe(false)
  })

  test('a folder that does not exist is created with its tables, and its data is still there when it is opened again; blanks around it are ignored', async () => {
    const folder = join(newFolder(), 'a', 'b c')
    const core = await createCore({ database: ` ${folder}\n` })
    await ingestOrThrow(core, scheduledGame())
    const before = await tableContents(core.store)
    await core.close()
    const again = await openCore(folder)
    expect(await tableContents(again.store)).toEqual(before)
    expect((await again.ingest(scheduledGame())).outcome).toBe('unchanged')
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('migrating twice changes nothing', async () => {
    const core = await openCore(await testDatabase(kind), { migrate: true })
    await ingestOrThrow(core, scheduledGame())
    const before = await tableContents(core.store)
    await core.store.migrate()
    expect(await tableContents(core.store)).toEqual(before)
    expect(await isMigrated(core.store)).toBe(true)
  })

  test('a database that a newer version has migrated can be opened', async () => {
    const database = await testDatabase(kind)
    const store = await openStore(database)
    await execute(
      store.db,
      sql`insert into drizzle.__drizzle_migrations (hash, created_at)
          select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    )
    await store.close()
    expect(await (await openCore(database)).isEmpty()).toBe(true)
  })

  test('a database of an earlier, unreleased state is refused in one line that names it', async () => {
    const database = await testDatabase(kind)
    const store = await openStore(database)
    await execute(
      store.db,
      sql`delete from drizzle.__drizzle_migrations;
          insert into drizzle.__drizzle_migrations (hash, created_at) values ('a', 1795308300012), ('b', 1795308300656)`,
    )
    await store.close()
    const name = kind === 'embedded' ? `folder ${database}` : `"${new URL(database).pathname.slice(1)}"`
    for (const migrate of [true, false])
      await expect(createCore({ database, migrate })).rejects.toMatchObject({
        name: 'BadDatabase',
        message: `The database ${name} was made by an earlier, unreleased state of this software and cannot be upgraded; import into a new database.`,
      })
  })
})

describe.each(databases)('on %s', (kind) => {
  test('moments are UTC in any time zone of the server', async () => {
    const core = await openCore(await testDatabase(kind))
    const [row] = await execute(core.store.db, sql`select current_setting('TimeZone') as zone`)
    expect(row?.['zone']).toBe('UTC')
    const tip_off = '2026-07-01T00:30:00.250Z'
    const { game } = await ingestOrThrow(core, scheduledGame({ game: { tip_off, date: '2026-06-30' } }))
    expect((await core.caller().games.get({ id: game })).data).toMatchObject({ tip_off, date: '2026-06-30' })
  })

  test('ping succeeds while the database is open and fails after it is closed; closing it again has no effect', async () => {
    const core = await createCore({ database: await testDatabase(kind) })
    await core.ping()
    await expect(Promise.all([core.close(), core.close()])).resolves.toHaveLength(2)
    await expect(core.close()).resolves.toBeUndefined()
    await expect(core.ping()).rejects.toThrow(/Failed query/)
  })
})

test('a folder without tables is not migrated by an upgrade, and a folder with older ones is', async () => {
  const database = await emptyDatabase('embedded')
  await expect(createCore({ database, migrate: 'upgrade' })).rejects.toMatchObject({
    name: 'NotMigrated',
    message: `The database folder ${database} has no tables yet: create them with "basketball-data migrate", or name another database.`,
  })
  const store = await openStore(database)
  await applyMigrations(store.db, 0, 1)
  await store.close()
  expect(await isMigrated((await openCore(database, { migrate: 'upgrade' })).store)).toBe(true)
})

describe('a setting that cannot be used', () => {
  test.each([
    ['a SECRETS_KEY that is no key', { secretsKey: 'hunter2' }, 'BadSecretsKey'],
    ['replicas of a folder', { replicas: ['postgres://127.0.0.1:1/none'] }, 'BadDatabase'],
  ])('is refused before a folder is made: %s', async (_, options, name) => {
    const database = join(newFolder(), 'database')
    await expect(createCore({ database, ...options })).rejects.toMatchObject({ name })
    expect(existsSync(database)).toBe(false)
  })

  test('is refused before tables are made: a SECRETS_KEY that is no key', async () => {
    const database = await emptyDatabase('Postgres')
    await expect(createCore({ database, migrate: true, secretsKey: 'hunter2' })).rejects.toThrow('SECRETS_KEY')
    await expect(createCore({ database })).rejects.toThrow('no tables')
  })

  test.each(databases)('is refused before tables are upgraded, on %s: the SECRETS_KEY of another', async (kind) => {
    const address = await emptyDatabase(kind)
    const store = await openStore(address)
    await applyMigrations(store.db, 0, 1)
    await openSecretsKey(store, 'a'.repeat(64))
    await store.close()
    const opening = createCore({ database: address, migrate: true, secretsKey: 'b'.repeat(64) })
    await expect(opening).rejects.toThrow('SECRETS_KEY is not the key')
    const again = await openStore(address)
    expect(await appliedMigrations(again)).toHaveLength(1)
    await again.close()
  })
})

describe('on Postgres', () => {
  test('an empty database throws NotMigrated, whose message names it and the command', async () => {
    const database = await emptyDatabase('Postgres')
    const name = new URL(database).pathname.slice(1)
    for (const migrate of [false, 'upgrade'] as const)
      await expect(createCore({ database, migrate })).rejects.toMatchObject({
        name: 'NotMigrated',
        message: `The database "${name}" has no tables yet: create them with "basketball-data migrate", or name another database.`,
      })
    const core = await openCore(database, { migrate: true })
    expect(await core.isEmpty()).toBe(true)
    await openCore(database)
  })

  test('a database of an older version throws NotMigrated', async () => {
    const database = await testDatabase('Postgres')
    const store = await openStore(database)
    await execute(
      store.db,
      sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    )
    expect(await isMigrated(store)).toBe(false)
    await store.close()
    await expect(createCore({ database })).rejects.toMatchObject({
      name: 'NotMigrated',
      message: expect.stringMatching(/ has tables of an older version: upgrade them with "basketball-data migrate"\.$/),
    })
  })

  test('several processes can migrate at the same time', async () => {
    const database = await emptyDatabase('Postgres')
    const other = startProcess('migrate', [database])
    const own = [1, 2].map(async () => (await createCore({ database, migrate: true })).close())
    expect(await other.next()).toBe('open')
    await Promise.all(own)
    const core = await openCore(database)
    expect(await core.isEmpty()).toBe(true)
  })

  test('a server that refuses connections throws ECONNREFUSED', async () => {
    const database = 'postgres://nobody@127.0.0.1:1/none'
    await expect(createCore({ database })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('all cores on a database share the key that signs cursors', async () => {
    const database = await testDatabase('Postgres')
    const [one, two] = await Promise.all([openCore(database), openCore(database)])
    const keys = [one, two].map((core) => core.context().cursorKey.export().toString('hex'))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('on Postgres', () => {
  test('a statement is parsed and planned once per connection, in a transaction too', async () => {
    const { store } = await openCore(await testDatabase('Postgres'))
    const selectOne = (db: Database) => db.select({ id: games.id }).from(games).where(eq(games.id, 'gm_00000000'))
    const prepared = async (db: Database) => {
      const [row] = await execute(
        db,
        sql`select sum(generic_plans + custom_plans)::integer as times, count(*)::integer as statements
            from pg_prepared_statements where statement like ${'select "id" from "games"%'}`,
      )
      return row
    }
    await store.transaction(async (tx) => {
      for (let times = 0; times < 3; times++) await selectOne(tx)
      expect(await prepared(tx)).toEqual({ statements: 1, times: 3 })
    })
    for (let times = 0; times < 3; times++) await selectOne(store.db)
    expect(await prepared(store.db)).toEqual({ statements: 1, times: expect.toBeOneOf([3, 6]) })
  })
})
