import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { execute, openStore, type Store } from '../store/index.ts'
import { startPostgres } from './postgres-server.ts'
import { makeScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template databases that tests copy, migrated and empty, and the folder of the copies. */
    templates: { folder: string; postgresServer: string; postgresTemplate: string; embeddedFolder: string }
  }
}

const migrated = async (database: string): Promise<void> => {
  const store = await openStore(database)
  try {
    await store.migrate()
    if (store.embedded) await dropOtherDatabases(store)
  } finally {
    await store.close()
  }
}

/** Drops the databases that initdb creates. No test reads them, and each copy of the folder has half the files. */
const dropOtherDatabases = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`update pg_database set datistemplate = false`)
  const others = await execute(
    db,
    sql`select quote_ident(datname) as name from pg_database where datname <> current_database()`,
  )
  for (const { name } of others) await execute(db, sql.raw(`drop database ${String(name)}`))
  await execute(db, sql`checkpoint`)
}

/** Starts a Postgres server for the run and creates the two template databases, migrated and empty. */
export default async ({ provide }: TestProject) => {
  const { folder, remove } = makeScratch()
  const embeddedFolder = join(folder, 'template')
  const [server] = await Promise.all([startPostgres(join(folder, 'postgres')), migrated(embeddedFolder)])
  const postgresTemplate = 'template_migrated'
  const admin = postgres(`${server.url}/postgres`, { max: 1 })
  await admin`create database ${admin(postgresTemplate)}`
  await admin.end()
  await migrated(`${server.url}/${postgresTemplate}`)
  provide('templates', { folder, postgresServer: server.url, postgresTemplate, embeddedFolder })
  return async () => {
    await server.stop()
    remove()
  }
}
