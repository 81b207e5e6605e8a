import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { execute, openStore, type Store } from '../store/index.ts'
import { startPostgres } from './postgres-server.ts'
import { makeScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test gets its databases from, and the folder they are in; the templates are migrated and empty. */
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

/** No test reads the databases that a cluster begins with; without them a folder has half the files to copy. */
const dropOtherDatabases = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`update pg_database set datistemplate = false`)
  const others = await execute(
    db,
    sql`select quote_ident(datname) as name from pg_database where datname <> current_database()`,
  )
  for (const { name } of others) await execute(db, sql.raw(`drop database ${String(name)}`))
  await execute(db, sql`checkpoint`)
}

/** Starts a Postgres server for the run and makes the two databases, migrated and empty, that tests get copies of. */
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
