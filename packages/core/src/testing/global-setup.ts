import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { openStore } from '../store/index.ts'
import { makePreparedIfAbsent } from '../store/make-prepared.ts'
import { startPostgres } from './postgres-server.ts'
import { makeScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template databases that tests copy, migrated and empty, and the folder of the copies. */
    templates: { folder: string; postgresServer: string; postgresTemplate: string; embeddedFolder: string }
  }
}

const migrated = async (database: string): Promise<void> => {
  const store = await openStore(database, { migrated: true })
  try {
    await store.migrate()
  } finally {
    await store.close()
  }
}

/** Starts a Postgres server for the run and creates the two template databases, migrated and empty. */
export default async ({ provide }: TestProject) => {
  const { folder, remove } = makeScratch()
  const embeddedFolder = join(folder, 'template')
  const makeEmbedded = async (): Promise<void> => {
    await makePreparedIfAbsent() // once per checkout and version of the tables; every embedded database begins with it
    await migrated(embeddedFolder)
  }
  const [server] = await Promise.all([startPostgres(join(folder, 'postgres')), makeEmbedded()])
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
