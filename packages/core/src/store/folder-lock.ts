import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** An embedded database folder that another process has open. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Takes the folder for this process until `release()`; throws FolderInUse at once when another holds it.
 *
 * The embedded database does not lock its folder itself, and two processes on one folder ruin it. The lock is the
 * exclusive lock of an SQLite file, which the operating system drops with the process, however it ends.
 */
export const lockFolder = (folder: string): { release: () => void } => {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(
      `The database folder ${folder} is in use by another process. Stop that process, or use another folder or a Postgres server (postgres://…).`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}
