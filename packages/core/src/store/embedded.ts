import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { lockFolder } from './folder-lock.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Store } from './store.ts'

/**
 * Starts Postgres inside this process.
 *
 * @param folder where it lies on disk; undefined: in memory
 * @throws FolderInUse when another process has the folder open.
 */
export const openEmbedded = async (folder: string | undefined): Promise<Store> => {
  const lock = folder === undefined ? undefined : lockFolder(folder)
  try {
    const { drizzle } = await import('drizzle-orm/pglite')
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    const client = await startEmbedded(folder)
    const db = drizzle(client)
    return {
      db,
      counting: db,
      embedded: true,
      folder: folder ?? null,
      listen: (channel, heard) => client.listen(channel, heard),
      migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }),
      close: async () => {
        await client.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

const startEmbedded = async (folder: string | undefined): Promise<PGlite> => {
  const { PGlite } = await import('@electric-sql/pglite')
  const client = folder === undefined ? await PGlite.create() : await PGlite.create(join(folder, 'postgres'))
  await client.exec(`set time zone 'UTC'`)
  return client
}
