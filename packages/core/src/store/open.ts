import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from './embedded.ts'
import { BadDatabase, FolderInUse } from './errors.ts'
import { getFolderPaths } from './folder.ts'
import { makeCopyFolder, removeCopy, requestCopy } from './folder-copy.ts'
import { readHolder } from './folder-socket.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { readPrepared } from './prepared.ts'
import type { Store } from './store.ts'

/** Begins like an address, or with a quote that a shell has left: a folder of such a name was not meant. */
const MISTAKEN_ADDRESS = /^(?:[\w.+-]{2,}:|["'])/

/** An address in its parts: blanks around it are ignored. @throws BadDatabase, whose message has no password */
const parseAddress = (address: string): { url: string } | { folder: string | undefined } => {
  const database = address.trim()
  if (/^postgres(ql)?:\/\//.test(database)) return { url: database }
  if (database === 'memory://') return { folder: undefined }
  if (database === '' || MISTAKEN_ADDRESS.test(database)) {
    const shown = database.replace(/:.*$/s, ':…')
    throw new BadDatabase(
      `${shown === '' ? 'An empty text' : shown} is not a database: use postgres://user:password@host/name, memory:// or a folder.`,
    )
  }
  return { folder: resolve(database) }
}

/** Milliseconds in which a call is counted, or fails. */
const COUNTING_DEADLINE = 2000

/** Options of `openStore`. Those about poolers apply to Postgres only. */
export type StoreOptions = Partial<PostgresOptions> & {
  /** Whether a new embedded database may have the tables of this version from the start. Default: false. */
  migrated?: boolean
}

/**
 * Opens a database: `postgres://…`, `memory://`, or a folder, which is created if it does not exist.
 *
 * @throws BadDatabase for any other address, and for a folder that cannot be created or used
 * @throws FolderInUse when another process has the folder open.
 */
export const openStore = async (address: string, options: StoreOptions = {}): Promise<Store> => {
  const parsed = parseAddress(address)
  if ('url' in parsed) return openPostgres(parsed.url, { countingDeadline: COUNTING_DEADLINE, ...options })
  if (options.directDatabase !== undefined)
    throw new BadDatabase('DATABASE_DIRECT_URL is set, but the database is not Postgres: leave it out.')
  return openEmbedded(parsed.folder, options.migrated === true ? readPrepared : undefined)
}

/** Whether an address is that of a Postgres server. @throws BadDatabase if it is none of a database */
export const isPostgres = (address: string): boolean => 'url' in parseAddress(address)

/** The folder of an embedded database; undefined for any other. @throws BadDatabase if the address is none of a database */
export const findFolder = (address: string): string | undefined => {
  const parsed = parseAddress(address)
  return 'folder' in parsed ? parsed.folder : undefined
}

/** Whether an address is that of a folder in which there is no database. @throws BadDatabase if it is none of a database */
export const isMissingFolder = (address: string): boolean => {
  const folder = findFolder(address)
  return folder !== undefined && !existsSync(getFolderPaths(folder).data)
}

/** Milliseconds in which a process that has a folder open for a moment, such as another command, closes it. */
const MAX_WAIT = 10_000
/** Milliseconds between two attempts. */
const INTERVAL = 100

/**
 * Opens a folder, or reaches the process that has it open. It waits for a process that takes no requests.
 *
 * @param reach returns undefined while no process takes requests
 * @throws FolderInUse if a process has had the folder open, and taken no requests, for too long
 */
export const openOrReach = async <Opened>(
  folder: string,
  open: () => Promise<Opened>,
  reach: () => Promise<Opened | undefined>,
  maxWait = MAX_WAIT,
): Promise<Opened> => {
  const end = performance.now() + maxWait
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const reached = await reach()
      if (reached !== undefined) return reached
      if (performance.now() < end) {
        await sleep(INTERVAL)
        continue
      }
      const pid = (await readHolder(folder))?.pid
      throw new FolderInUse(
        `The database folder ${folder} is in use by another process${pid === undefined ? '' : ` (${pid})`}, which takes no commands: probably it is one itself. Run this one when that has ended, or stop it.`,
        { cause: error },
      )
    }
  }
}

/** Opens a copy of a folder; closing it calls `release`, which deletes the copy. */
const openCopy = async (copy: string, release: () => Promise<void>): Promise<Store> => {
  try {
    const store = await openEmbedded(copy)
    const close = () => store.close().finally(release)
    return { ...store, close }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Opens a database to read it while others use it: a copy of the folder if another process has it open.
 *
 * @throws BadDatabase if there is no such folder, FolderInUse if the other process makes no copy
 */
export const openSnapshot = async (address: string, options: StoreOptions = {}): Promise<Store> => {
  const folder = findFolder(address)
  if (folder === undefined) return openStore(address, options)
  if (!existsSync(folder)) throw new BadDatabase(`There is no database folder ${folder}.`)
  const reach = async () => {
    const lent = await requestCopy(folder)
    return lent && openCopy(lent.copy, lent.release)
  }
  return openOrReach(folder, () => openEmbedded(folder), reach)
}

/** Opens a copy of an open database to read it while others use it; without a folder, the database itself. */
export const copyStore = async (store: Store): Promise<Store> => {
  const { folder, copyTo } = store
  if (folder === null || copyTo === undefined) {
    await store.keptCounts.flush()
    return { ...store, close: async () => {} }
  }
  const copy = await makeCopyFolder(folder)
  const release = () => removeCopy(copy)
  await copyTo(copy).catch(async (error: unknown) => {
    await release()
    throw error
  })
  return openCopy(copy, release)
}
