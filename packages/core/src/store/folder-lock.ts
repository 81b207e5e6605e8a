import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BadDatabase } from './bad-database.ts'

/** An embedded database folder that another process has open. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Makes a folder and those it lies in, one after the other: Node's own way of doing that never ends below /proc. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error // another process was faster
  }
}

/** The exclusive lock of an SQLite file, until it is closed. */
const takeLock = (file: string): DatabaseSync => {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const SQLITE_BUSY = 5

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const INSTEAD = 'use another folder or a Postgres server (postgres://…).'

const inUse = (folder: string, cause: unknown): FolderInUse =>
  new FolderInUse(`The database folder ${folder} is in use by another process. Stop that process, or ${INSTEAD}`, {
    cause,
  })

/** Why a folder cannot be a database, without the code that Node puts before the reason. */
const bad = (folder: string, what: 'made' | 'used', cause: unknown): BadDatabase => {
  const reason = cause instanceof Error ? cause.message.replace(/^E[A-Z]+: /, '') : String(cause)
  return new BadDatabase(`The database folder ${folder} cannot be ${what} (${reason}); ${INSTEAD}`, { cause })
}

/**
 * Takes the folder for this process until `release()`; one that does not exist is made.
 *
 * The embedded database does not lock its folder itself, and two processes on one folder ruin it. The lock is that of
 * an SQLite file, which the operating system drops with the process, however it ends.
 *
 * @throws FolderInUse at once when another process holds it, BadDatabase when it cannot be made or written to.
 */
export const lockFolder = (folder: string): { release: () => void } => {
  try {
    makeFolder(folder)
  } catch (error) {
    throw bad(folder, 'made', error)
  }
  try {
    const lock = takeLock(join(folder, 'lock'))
    return { release: () => lock.close() }
  } catch (error) {
    throw isHeld(error) ? inUse(folder, error) : bad(folder, 'used', error)
  }
}
