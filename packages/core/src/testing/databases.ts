import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { execute, type Store } from '../store/index.ts'

/** The databases that storage tests run on: `describe.each(databases)('on %s', (kind) => …)`. */
export const databases = ['embedded', 'Postgres'] as const
export type DatabaseKind = (typeof databases)[number]

/** The address of a database, as `createCore` expects it; `drop` deletes the database after it is closed. */
export type TestDatabase = { address: string; drop: () => Promise<void> }

/** A new empty folder, deleted at the end of the test run. */
export const newFolder = (): string => mkdtempSync(join(inject('templates').folder, 'embedded-'))

const newEmbedded = async (template: boolean): Promise<TestDatabase> => {
  const folder = newFolder()
  if (template) cpSync(inject('templates').embeddedFolder, folder, { recursive: true })
  return { address: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

const newPostgres = async (template: boolean): Promise<TestDatabase> => {
  const { postgresServer, postgresTemplate } = inject('templates')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const admin = postgres(`${postgresServer}/postgres`, { max: 1, onnotice: () => {} })
    await admin.unsafe(statement).finally(() => admin.end())
  }
  await administer(`create database ${name}${template ? ` template ${postgresTemplate}` : ''}`)
  return { address: `${postgresServer}/${name}`, drop: () => administer(`drop database ${name} with (force)`) }
}

const NEW = { embedded: newEmbedded, Postgres: newPostgres }

/** A new database, migrated and empty. */
export const newDatabase = (kind: DatabaseKind): Promise<TestDatabase> => NEW[kind](true)

/** A new database without any table. */
export const newEmptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> => NEW[kind](false)

/** The address of a new database, migrated and empty. It is deleted when the test ends. */
export const testDatabase = async (kind: DatabaseKind): Promise<string> => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  return address
}

/** Tables with random values, and those that depend on the order of writes. */
const UNCOMPARED = ['secrets', 'change_number', 'changes', 'play_changes']

/**
 * Every row of every table as JSON, sorted, by table; without `secrets`, which are random, the change log, which depends
 * on the order of writes, and the tables in `without`.
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
