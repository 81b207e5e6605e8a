import { resolve } from 'node:path'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

/** A database address that cannot be used. */
export class BadDatabase extends Error {
  override name = 'BadDatabase'
}

/**
 * Opens a database: `postgres://…`, `memory://`, or a folder that is made when it does not exist; blanks around the
 * address are dropped.
 *
 * @throws BadDatabase for an address of another kind, and for none.
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
