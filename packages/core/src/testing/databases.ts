import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'

/** The databases that every rule of storage must hold on: `describe.each(databases)('on %s', (kind) => …)`. */
export const databases = ['embedded', 'Postgres'] as const
export type DatabaseKind = (typeof databases)[number]

/** The address of a database, as createCore takes it, and how to delete the database once nobody has it open. */
export type TestDatabase = { address: string; drop: () => Promise<void> }

/** A new empty folder, which goes with the test run at the latest. */
export const newFolder = (): string => mkdtempSync(join(inject('templates').folder, 'embedded-'))

const newEmbedded = async (): Promise<TestDatabase> => {
  const folder = newFolder()
  cpSync(inject('templates').embeddedFolder, folder, { recursive: true })
  return { address: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

const newPostgres = async (): Promise<TestDatabase> => {
  const { postgresServer, postgresTemplate } = inject('templates')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const admin = postgres(`${postgresServer}/postgres`, { max: 1, onnotice: () => {} })
    await admin.unsafe(statement).finally(() => admin.end())
  }
  await administer(`create database ${name} template ${postgresTemplate}`)
  return { address: `${postgresServer}/${name}`, drop: () => administer(`drop database ${name} with (force)`) }
}

const NEW = { embedded: newEmbedded, Postgres: newPostgres }

/** A new database, migrated and empty. */
export const newDatabase = (kind: DatabaseKind): Promise<TestDatabase> => NEW[kind]()

/** The address of a new database, migrated and empty, that is deleted when the test ends. */
export const testDatabase = async (kind: DatabaseKind): Promise<string> => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  return address
}
