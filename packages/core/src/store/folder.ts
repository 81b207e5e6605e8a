import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { BadDatabase, FolderInUse } from './errors.ts'
import { SOFTWARE } from './migrations.ts'

/** The major version of the Postgres inside PGlite. It opens the data of this version only. */
export const POSTGRES_INSIDE = '18'

/** The paths in the folder of an embedded database. */
export const getFolderPaths = (folder: string) => ({
  /** The data of Postgres. */
  data: join(folder, 'postgres'),
  /** The data while it is created, so that `data` is complete or not there. */
  draft: join(folder, 'postgres.new'),
  /** Which version of this software opened the folder last. */
  version: join(folder, 'version.json'),
  /** Locked as long as a process has the folder open. */
  lock: join(folder, 'lock'),
  /** Where the process that has the folder open takes the requests of others (folder-socket.ts). */
  socket: join(folder, 'socket'),
  /** Which process that is, and the secret that requests to it need. */
  holder: join(folder, 'holder.json'),
  /** The copies are folders whose names begin with this. */
  copies: join(folder, 'copy-'),
  /** The key that encrypts the secrets of webhooks, unless the operator sets one. */
  secretsKey: join(folder, 'secrets.key'),
})

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Creates a folder and its parents one by one, because Node's `recursive` option never returns below /proc. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error // another process was faster
  }
}

/** Takes the exclusive lock of an SQLite file until it is closed. */
export const lockFile = (file: string): DatabaseSync => {
  const sqlite = process.getBuiltinModule('node:sqlite') // not imported: an older Node could not import the package
  const lock = new sqlite.DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const SQLITE_BUSY = 5

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const INSTEAD = 'use another folder or a Postgres server (postgres://…).'

const inUse = (folder: string, cause: unknown): FolderInUse =>
  new FolderInUse(`The database folder ${folder} is in use by another process. Stop that process, or ${INSTEAD}`, {
    cause,
  })

/** The message without the code that Node writes before the reason. */
const badFolder = (folder: string, action: 'made' | 'used', cause: unknown): BadDatabase => {
  const reason = cause instanceof Error ? cause.message.replace(/^E[A-Z]+: /, '') : String(cause)
  return new BadDatabase(`The database folder ${folder} cannot be ${action} (${reason}); ${INSTEAD}`, { cause })
}

/**
 * Locks a folder for this process until `release()`, and creates it if it does not exist.
 *
 * PGlite does not lock its folder, and two processes on one folder corrupt it. The lock is that of an SQLite file, which
 * the operating system releases when the process ends for any reason.
 */
export const lockFolder = (folder: string): { release: () => void } => {
  try {
    makeFolder(folder)
  } catch (error) {
    throw badFolder(folder, 'made', error)
  }
  try {
    refuseForeignFolder(folder)
    const lock = lockFile(getFolderPaths(folder).lock)
    return { release: () => lock.close() }
  } catch (error) {
    if (error instanceof BadDatabase) throw error
    throw isLocked(error) ? inUse(folder, error) : badFolder(folder, 'used', error)
  }
}

/** The first line of a file; null if it cannot be read. */
const firstLine = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]?.trim() ?? null
  } catch {
    return null
  }
}

/** The error for the data folder of a Postgres server. */
const serverFolder = (folder: string, version: string): BadDatabase =>
  new BadDatabase(
    `The folder ${folder} is the data folder of a Postgres ${version} server, not of an embedded database: start that server and use its address (postgres://…), or use another folder.`,
  )

/** Names that do not make a folder foreign: hidden files, and the folder at the root of a file system. */
const isNeutral = (name: string): boolean => name.startsWith('.') || name === 'lost+found'

/** @throws BadDatabase for the data folder of a Postgres server, and for a folder with files of something else */
const refuseForeignFolder = (folder: string): void => {
  const server = firstLine(join(folder, 'PG_VERSION'))
  if (server !== null) throw serverFolder(folder, server)
  const paths = Object.values(getFolderPaths(folder))
  const names = readdirSync(folder).filter((name) => !isNeutral(name))
  const isOurs = (name: string) => paths.includes(join(folder, name)) || name.startsWith('copy-')
  if (names.length === 0 || names.some(isOurs)) return
  throw new BadDatabase(
    `The folder ${folder} is no database: it has other files (${names.toSorted().slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}). Use a new or an empty folder.`,
  )
}

const Version = z.object({ software: z.string(), postgres: z.string() })

/** The version of this software that opened the folder last; null if it is unknown. */
const readVersion = (folder: string): z.infer<typeof Version> | null => {
  try {
    return Version.parse(JSON.parse(readFileSync(getFolderPaths(folder).version, 'utf8')))
  } catch {
    return null
  }
}

/** Notes which version of this software has opened the folder, so that a later one can name it. */
export const writeVersion = (folder: string): void => {
  const { software, postgres } = readVersion(folder) ?? {}
  if (software === SOFTWARE && postgres === POSTGRES_INSIDE) return
  writeFileSync(
    getFolderPaths(folder).version,
    `${JSON.stringify({ software: SOFTWARE, postgres: POSTGRES_INSIDE })}\n`,
  )
}

/** The error for a folder whose data is of another version of Postgres than the one of this software. */
export const otherVersion = (folder: string, postgres: string, cause?: unknown): BadDatabase => {
  const software = readVersion(folder)?.software
  const maker =
    software === undefined || software === SOFTWARE
      ? 'the version of this software that made it'
      : `version ${software}`
  return new BadDatabase(
    `The database folder ${folder} has data of Postgres ${postgres}, and version ${SOFTWARE} of this software reads Postgres ${POSTGRES_INSIDE}: run "basketball-data backup FILE" with ${maker}, then "basketball-data restore FILE" with this one into a new folder.`,
    { cause },
  )
}

/** The error for a folder whose data cannot be read. */
export const damagedFolder = (folder: string, reason: string, cause?: unknown): BadDatabase =>
  new BadDatabase(
    `The database folder ${folder} is damaged (${reason}): move it away and run "basketball-data restore FILE" with a backup, or import into a new folder.`,
    { cause },
  )

/** The error for a folder in which Postgres cannot write. */
export const unwritableFolder = (folder: string, reason: string, cause: unknown): BadDatabase =>
  new BadDatabase(
    `The database folder ${folder} cannot be written to (${reason}): free some space on its disk, or let this user write there. Nothing was changed.`,
    { cause },
  )

/**
 * Whether the folder has data; false if it has to be created first.
 * @throws BadDatabase if the data is damaged or of another version, as far as its files show it
 */
export const hasData = (folder: string): boolean => {
  const { data } = getFolderPaths(folder)
  if (!isFolder(data)) {
    if (statSync(data, { throwIfNoEntry: false }) === undefined) return false
    throw damagedFolder(folder, 'postgres is not a folder')
  }
  if (readdirSync(data).length === 0) return false
  const version = firstLine(join(data, 'PG_VERSION'))
  if (version === null) throw damagedFolder(folder, 'postgres/PG_VERSION is missing')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(version)) throw damagedFolder(folder, 'postgres/PG_VERSION is not a version')
  if (existsSync(join(data, 'postmaster.opts'))) throw serverFolder(data, version) // only a server writes that file
  if (version !== POSTGRES_INSIDE) throw otherVersion(folder, version)
  return true
}
