import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { openStore } from '../store/index.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test gets its databases from; the templates are migrated and empty. */
    templates: { postgresServer: string; postgresTemplate: string; embeddedFolder: string }
  }
}

const migrated = async (database: string): Promise<void> => {
  const store = await openStore(database)
  try {
    await store.migrate()
  } finally {
    await store.close()
  }
}

/** Starts a Postgres server for the run and makes the two databases, migrated and empty, that tests get copies of. */
export default async ({ provide }: TestProject) => {
  const embeddedFolder = await mkdtemp(join(tmpdir(), 'basketball-data-template-'))
  const [server] = await Promise.all([startPostgres(), migrated(embeddedFolder)])
  const postgresTemplate = 'template_migrated'
  const admin = postgres(`${server.url}/postgres`, { max: 1 })
  await admin`create database ${admin(postgresTemplate)}`
  await admin.end()
  await migrated(`${server.url}/${postgresTemplate}`)
  provide('templates', { postgresServer: server.url, postgresTemplate, embeddedFolder })
  return async () => {
    await server.stop()
    await rm(embeddedFolder, { recursive: true, force: true })
  }
}
