import { resolve } from 'node:path'
import { openEmbedded } from './embedded.ts'
import { BadDatabase } from './errors.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

/**
 * Opens a database: `postgres://…`, `memory://`, or a folder, which is created if it does not exist. Blanks around the
 * address are ignored.
 *
 * @throws BadDatabase for any other address, and for a folder that cannot be created or written to.
 * @throws FolderInUse when another process has the folder open.
 */
export const openStore = async (address: string): Promise<Store> => {
  const database = address.trim()
  if (/^postgres(ql)?:\/\//.test(database)) return openPostgres(database)
  if (database === 'memory://') return openEmbedded(undefined)
  if (database === '' || /^[a-z]+:\/\//i.test(database))
    throw new BadDatabase(`"${database}" is not a database: use postgres://…, memory:// or a folder.`)
  return openEmbedded(resolve(database))
}
