import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { createCore, type Core, type CoreOptions } from '../core.ts'

/** The databases every rule of storage must hold on: `describe.each(databases)('on %s', (kind) => …)`. */
export const databases = ['embedded', 'Postgres'] as const
export type DatabaseKind = (typeof databases)[number]

/** A database of one test: its address, as createCore takes it, and how to delete it once it is closed. */
export type TestDatabase = { address: string; drop: () => Promise<void> }

const newFolder = async (): Promise<TestDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'basketball-data-test-'))
  await cp(inject('templates').embeddedFolder, folder, { recursive: true })
  return { address: folder, drop: () => rm(folder, { recursive: true, force: true }) }
}

const newPostgres = async (): Promise<TestDatabase> => {
  const { postgresServer, postgresTemplate } = inject('templates')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const admin = postgres(`${postgresServer}/postgres`, { max: 1, onnotice: () => {} })
    await admin.unsafe(statement)
    await admin.end()
  }
  await administer(`create database ${name} template ${postgresTemplate} strategy file_copy`)
  return { address: `${postgresServer}/${name}`, drop: () => administer(`drop database ${name} with (force)`) }
}

/** A database of its own, migrated and empty. It is deleted when the test ends, unless `drop` was called before. */
export const newDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'embedded' ? newFolder() : newPostgres()

/** The address of a new database that is deleted when the test ends. */
export const testDatabase = async (kind: DatabaseKind): Promise<string> => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  return address
}

/** A core on `database` that checks its answers and is closed when the test ends. */
export const openCore = async (database: string, options: Partial<CoreOptions> = {}): Promise<Core> => {
  const core = await createCore({ database, checkAnswers: true, ...options })
  onTestFinished(() => core.close())
  return core
}

/** A core on a database of its own, migrated and empty; both go when the test ends. */
export const openTestCore = async (kind: DatabaseKind, options: Partial<CoreOptions> = {}): Promise<Core> =>
  openCore(await testDatabase(kind), options)

/**
 * The same for several tests: give what it returns to `beforeAll`.
 * @example let core: Core
 * beforeAll(() => openSharedCore(kind, (opened) => { core = opened }))
 */
export const openSharedCore = async (
  kind: DatabaseKind,
  take: (core: Core) => Promise<void> | void,
  options: Partial<CoreOptions> = {},
): Promise<() => Promise<void>> => {
  const { address, drop } = await newDatabase(kind)
  const core = await createCore({ database: address, checkAnswers: true, ...options })
  await take(core)
  return async () => {
    await core.close()
    await drop()
  }
}
