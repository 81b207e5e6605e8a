import { resolve } from 'node:path'
import { BadDatabase } from './bad-database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

/**
 * Opens a database: `postgres://…`, `memory://`, or a folder that is made when it does not exist; blanks around the
 * address are dropped.
 *
 * @throws BadDatabase for an address of another kind, for none, and for a folder that cannot be made or written to.
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
