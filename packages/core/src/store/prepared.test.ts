import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCore, tableContents } from '../testing/index.ts'
import { newFolder } from '../testing/databases.ts'
import { openEmbedded } from './embedded.ts'
import { appliedMigrations, execute, isMigrated, knownMigrations, type Store } from './index.ts'
import { readMigrations } from './migrations.ts'
import { archiveName, preparedFile, readPrepared, unpack } from './prepared.ts'

const open = async (folder?: string, options = { migrated: true }): Promise<Store> => {
  const store = await openEmbedded(folder, options)
  onTestFinished(() => store.close())
  return store
}

/** Everything in the schemas of the service as the catalogue of Postgres describes it. */
const describeSchema = async ({ db }: Store) => {
  const text = async (query: ReturnType<typeof sql>) => (await execute(db, query)).map((row) => String(row['text']))
  return {
    columns: await text(sql`
      select format('%s.%s %s %s %s %s', table_schema, table_name, ordinal_position, column_name, data_type, column_default) as text
      from information_schema.columns where table_schema in ('public', 'drizzle') order by 1`),
    indexes: await text(
      sql`select indexdef as text from pg_indexes where schemaname in ('public', 'drizzle') order by 1`,
    ),
    constraints: await text(sql`
      select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
      from pg_constraint where connamespace = 'public'::regnamespace order by 1`),
    functions: await text(sql`
      select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by 1`),
    settings: await text(sql`
      select format('%s=%s', name, setting) as text from pg_settings
      where name not in ('data_directory', 'config_file', 'hba_file', 'ident_file')
        and name not like 'plpgsql.%' -- known once a function has run
      order by name collate "C"`),
  }
}

describe('a new database begins with the prepared one', () => {
  test('with all migrations before any is applied, in a folder and in memory', async () => {
    expect(await readPrepared()).toBeDefined()
    for (const folder of [newFolder(), undefined]) {
      const store = await open(folder)
      expect(await appliedMigrations(store)).toEqual(await knownMigrations())
    }
  })

  test('which is the same as one that PGlite and the migrations make', async () => {
    const [prepared, made] = [await open(newFolder()), await open(newFolder(), { migrated: false })]
    expect(await isMigrated(made)).toBe(false)
    await made.migrate()
    expect(await describeSchema(prepared)).toEqual(await describeSchema(made))
    expect(await tableContents(prepared)).toEqual(await tableContents(made))
  })

  test('which has no secrets: each database makes its own', async () => {
    const empty = await open()
    expect(await execute(empty.db, sql`select * from secrets`)).toEqual([])
    const folders = [newFolder(), newFolder()]
    const cores = await Promise.all([...folders, 'memory://'].map((database) => openCore(database)))
    expect(new Set(cores.map((core) => core.context().cursorKey.export().toString('hex'))).size).toBe(3)
    expect(new Set(folders.map((folder) => readFileSync(join(folder, 'secrets.key'), 'utf8'))).size).toBe(2)
  })

  test('whose files only their owner can read', async () => {
    const folder = newFolder()
    await unpack((await readPrepared()) ?? Buffer.alloc(0), folder)
    const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode } = statSync(join(folder, name))
      return mode & 0o077
    })
    expect(new Set(modes)).toEqual(new Set([0]))
  })

  test('and the folder can be opened again', async () => {
    const folder = newFolder()
    const store = await openEmbedded(folder, { migrated: true })
    await execute(store.db, sql`create table kept (number integer); insert into kept values (7)`)
    await store.close()
    const again = await open(folder)
    expect(await execute(again.db, sql`select number from kept`)).toEqual([{ number: 7 }])
  })
})

test('the archive is named after PGlite and the migrations, so that one of others is not found', async () => {
  expect(await preparedFile()).toMatch(/prepared\/[0-9a-f]{16}\.tar\.br$/)
  const [migration] = await readMigrations()
  const names = [archiveName('0.0.1', []), archiveName('0.0.2', []), archiveName('0.0.1', migration ? [migration] : [])]
  expect(new Set(names).size).toBe(3)
})
