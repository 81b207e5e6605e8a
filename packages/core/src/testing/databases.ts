import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { execute, openStore, type Store } from '../store/index.ts'

/** Both databases, for rules that one of them could break alone: `describe.each(databases)('on %s', (kind) => …)`. */
export const databases = ['embedded', 'Postgres'] as const
export type DatabaseKind = (typeof databases)[number]

/** For rules that hold on either database: Postgres, which is faster, and with TEST_DATABASES=both also the embedded one. */
export const anyDatabase: readonly DatabaseKind[] = process.env['TEST_DATABASES'] === 'both' ? databases : ['Postgres']

/** The address of a database, as `createCore` expects it; `drop` deletes the database after it is closed. */
export type TestDatabase = { address: string; drop: () => Promise<void> }

/** A new empty folder, deleted at the end of the test run. */
export const newFolder = (): string => mkdtempSync(join(inject('templates').folder, 'embedded-'))

const newEmbedded = async (template: string): Promise<TestDatabase> => {
  const folder = newFolder()
  cpSync(template, folder, { recursive: true })
  return { address: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

let admin: postgres.Sql | undefined

/** Runs a statement on connections that tests share, and that close when no test has used them for a second. */
const administer = async (statement: string): Promise<void> => {
  admin ??= postgres(`${inject('templates').postgresServer}/postgres`, { max: 4, idle_timeout: 1, onnotice: () => {} })
  await admin.unsafe(statement)
}

const newPostgres = async (template?: string): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`)
  return {
    address: `${inject('templates').postgresServer}/${name}`,
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** A new database, migrated and empty. */
export const newDatabase = (kind: DatabaseKind): Promise<TestDatabase> => {
  const { embeddedFolder, postgresTemplate } = inject('templates')
  return kind === 'embedded' ? newEmbedded(embeddedFolder) : newPostgres(postgresTemplate)
}

type Fill = (store: Store) => Promise<void>

const newFilled = async ({ address, drop }: TestDatabase, fill: Fill): Promise<TestDatabase> => {
  const store = await openStore(address)
  await fill(store).finally(() => store.close())
  return { address, drop }
}

/** Gives a database the name of a template, unless another worker has made that meanwhile. */
const renameToTemplate = async ({ drop }: TestDatabase, rename: () => void | Promise<void>): Promise<void> => {
  try {
    await rename()
  } catch {
    await drop()
  }
}

/** An embedded database without any table: a migrated one whose tables are dropped, because PGlite takes seconds to make one. */
const newEmptyEmbedded = async (): Promise<TestDatabase> => {
  const migrated = await newEmbedded(inject('templates').embeddedFolder)
  const drop = sql`drop schema public, drizzle cascade; create schema public`
  return newFilled(migrated, async ({ db }) => void (await execute(db, drop)))
}

const embeddedTemplate = async (name: string, fill: Fill): Promise<string> => {
  const template = join(inject('templates').folder, `template-${name}`)
  if (!existsSync(template)) {
    const filled = await newFilled(await newEmptyEmbedded(), fill)
    await renameToTemplate(filled, () => renameSync(filled.address, template))
  }
  return template
}

const made = new Set<string>()

const postgresTemplate = async (name: string, fill: Fill): Promise<string> => {
  const template = `template_${name}`
  if (!made.has(template)) {
    const filled = await newFilled(await newPostgres(), fill)
    const draft = new URL(filled.address).pathname.slice(1)
    await renameToTemplate(filled, () => administer(`alter database ${draft} rename to ${template}`))
    made.add(template)
  }
  return template
}

/** A copy of a database without any table that `fill` has filled. It is filled once for all copies of the same name. */
export const newCopy = async (kind: DatabaseKind, name: string, fill: Fill): Promise<TestDatabase> =>
  kind === 'embedded'
    ? newEmbedded(await embeddedTemplate(name, fill))
    : newPostgres(await postgresTemplate(name, fill))

/** A new database without any table. */
export const newEmptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'embedded' ? newCopy(kind, 'empty', async () => {}) : newPostgres()

/** The address of a new database, migrated and empty. It is deleted when the test ends. */
export const testDatabase = async (kind: DatabaseKind): Promise<string> => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  return address
}

/** Tables with random values, and those that depend on the order of writes. */
const UNCOMPARED = ['secrets', 'change_number', 'changes', 'play_changes', 'game_revisions']

/**
 * Every row of every table as JSON, sorted, by table; without `secrets`, which are random, the change log and revisions,
 * which depend on the order of writes, and the tables in `without`.
 */
export const tableContents = async (store: Store, without: string[] = []): Promise<Record<string, string[]>> => {
  const tables = await execute(
    store.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (typeof name !== 'string' || [...UNCOMPARED, ...without].includes(name)) continue
    const rows = await execute(store.db, sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`)
    contents[name] = rows.map(({ row }) => String(row))
  }
  return contents
}
