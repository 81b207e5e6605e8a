import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCore, tableContents } from '../testing/index.ts'
import { newFolder } from '../testing/databases.ts'
import { openEmbedded } from './embedded.ts'
import { appliedMigrations, execute, isMigrated, knownMigrations, type Store } from './index.ts'
import { makePrepared, makePreparedIfAbsent, writePrepared } from './make-prepared.ts'
import { readMigrations } from './migrations.ts'
import { archiveName, preparedFile, readPrepared, unpack } from './prepared.ts'

const open = async (folder?: string, archive = () => readPrepared()): Promise<Store> => {
  const store = await openEmbedded(folder, archive)
  onTestFinished(() => store.close())
  return store
}

/** The bytes of the archive with one bit changed, at a share of their length. */
const flipBit = (archive: Buffer, share: number): Buffer => {
  const flipped = Buffer.from(archive)
  const at = Math.floor(share * (archive.length - 1))
  flipped.writeUInt8(archive.readUInt8(at) ^ 1, at)
  return flipped
}

/** A new folder with a changed copy of the archive. */
const copyPrepared = async (change: (archive: Buffer) => Buffer): Promise<string> => {
  const [folder, file] = [newFolder(), await preparedFile()]
  writeFileSync(join(folder, basename(file)), change(readFileSync(file)))
  return folder
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
  test('with all migrations before any is applied and without secrets, in memory', async () => {
    expect(await readPrepared()).toBeDefined()
    const store = await open()
    expect(await appliedMigrations(store)).toEqual(await knownMigrations())
    expect(await execute(store.db, sql`select * from secrets`)).toEqual([])
  })

  test('in a folder, where it is the same as one that PGlite and the migrations make where the archive is damaged', async () => {
    const damaged = await copyPrepared((archive) => flipBit(archive, 0.5))
    const [prepared, made] = [await open(newFolder()), await open(newFolder(), () => readPrepared(damaged))]
    expect(await appliedMigrations(prepared)).toEqual(await knownMigrations())
    expect(await execute(prepared.db, sql`select * from secrets`)).toEqual([])
    expect(await isMigrated(made)).toBe(false)
    await made.migrate()
    expect(await describeSchema(prepared)).toEqual(await describeSchema(made))
    expect(await tableContents(prepared)).toEqual(await tableContents(made))
  })

  test('and makes its own secrets', async () => {
    const folders = [newFolder(), newFolder()]
    const cores = await Promise.all(folders.map((database) => openCore(database)))
    expect(new Set(cores.map((core) => core.context().cursorKey.export().toString('hex'))).size).toBe(2)
    expect(new Set(folders.map((folder) => readFileSync(join(folder, 'secrets.key'), 'utf8'))).size).toBe(2)
  })

  test('whose files only their owner can read', async () => {
    const folder = newFolder()
    unpack((await readPrepared()) ?? Buffer.alloc(0), folder)
    const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode } = statSync(join(folder, name))
      return mode & 0o077
    })
    expect(new Set(modes)).toEqual(new Set([0]))
  })
})

test('the archive is named after PGlite and the migrations, so that one of others is not found', async () => {
  expect(await preparedFile()).toMatch(/prepared\/[0-9a-f]{16}\.archive$/)
  const [migration] = await readMigrations()
  const names = [archiveName('0.0.1', []), archiveName('0.0.2', []), archiveName('0.0.1', migration ? [migration] : [])]
  expect(new Set(names).size).toBe(3)
})

describe('the archive is ignored', () => {
  test.each([
    ['is empty', () => Buffer.alloc(0)],
    ['is truncated', (archive: Buffer) => archive.subarray(0, -1)],
    ['has another first bit', (archive: Buffer) => flipBit(archive, 0)],
    ['has another bit in its middle', (archive: Buffer) => flipBit(archive, 0.5)],
    ['has another last bit', (archive: Buffer) => flipBit(archive, 1)],
  ])('if it %s', async (_, damage) => {
    expect(await readPrepared(await copyPrepared(damage))).toBeUndefined()
  })

  test('if it is that of another version', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, archiveName('0.0.1', [])), readFileSync(await preparedFile()))
    expect(await readPrepared(folder)).toBeUndefined()
  })
})

describe('setting up', () => {
  test('replaces a damaged archive and those of other versions', async () => {
    const folder = await copyPrepared((archive) => flipBit(archive, 0.5))
    writeFileSync(join(folder, archiveName('0.0.1', [])), '')
    await makePreparedIfAbsent(folder)
    expect(readdirSync(folder)).toEqual([basename(await preparedFile())])
    const store = await open(newFolder(), () => readPrepared(folder))
    expect(await appliedMigrations(store)).toEqual(await knownMigrations())
  })

  test('at the same time leaves one archive, of one of them', async () => {
    const [folder, made] = [newFolder(), ['one', 'another'].map((text) => Buffer.from(text))]
    const file = await preparedFile(folder)
    await Promise.all(made.map((data) => writePrepared(file, data)))
    expect(readdirSync(folder)).toEqual([basename(file)])
    expect(made).toContainEqual(await readPrepared(folder))
  })

  test('leaves an archive that is good as it is', async () => {
    const folder = await copyPrepared((archive) => archive)
    const file = join(folder, basename(await preparedFile()))
    const { ino } = statSync(file)
    await makePreparedIfAbsent(folder)
    expect(statSync(file).ino).toBe(ino)
  })

  test('fails where the archive cannot be written', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(makePrepared(join(file, 'prepared'))).rejects.toThrow('ENOTDIR')
  })
})
