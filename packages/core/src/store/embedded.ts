import { mkdir, rename, rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { measureStatement } from '../telemetry.ts'
import { withDeadline, type BadDatabase } from './errors.ts'
import { COPY, copyFiles, lendCopy, removeOldCopies } from './folder-copy.ts'
import { serveFolder } from './folder-socket.ts'
import {
  damagedFolder,
  hasData,
  lockFolder,
  otherVersion,
  getFolderPaths,
  unwritableFolder,
  writeVersion,
} from './folder.ts'
import { migrateInTransaction } from './migrations.ts'
import { startPGlite, stopPGlite } from './pglite.ts'
import { unpack } from './prepared.ts'
import {
  databaseOn,
  newKeptCounts,
  PATIENT,
  type Driver,
  type ExclusiveUse,
  type FolderRequest,
  type FolderRequests,
  type KeptCounts,
  type Store,
} from './store.ts'

/** Reads the files that a new database begins with, as a tar archive; undefined has PGlite make it. */
type ReadArchive = () => Promise<Buffer<ArrayBuffer> | undefined>

/**
 * Starts Postgres inside this process.
 *
 * @param folder the folder of the data; undefined means in memory
 * @param archive what a new database begins with: prepared.ts has that of one with the tables of this version
 * @throws FolderInUse when another process has the folder open.
 * @throws BadDatabase when the folder cannot be created or written to, is damaged, or is of something else.
 */
export const openEmbedded = async (
  folder: string | undefined,
  archive: ReadArchive = async () => undefined,
): Promise<Store> => {
  if (folder === undefined) {
    const data = await archive()
    return serveMemory(await startPGlite(data === undefined ? {} : { archive: new Blob([data]) }))
  }
  const lock = lockFolder(folder)
  try {
    await removeOldCopies(folder)
    const client = await openData(folder, archive)
    try {
      return await openFolder(client, folder, lock.release)
    } catch (error) {
      await stopPGlite(client)
      throw error
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The store on a database in memory. */
export const serveMemory = async (client: PGlite): Promise<Store> => {
  await inUtc(client)
  const own = { exclusive: newExclusiveUse(), keptCounts: newKeptCounts() }
  const opened = { client, ...own, folder: null, explain: (error: unknown) => error }
  return storeOn({ ...opened, close: () => stopPGlite(client) })
}

/** The store on the open data of a folder, which takes the requests of other processes. */
const openFolder = async (client: PGlite, folder: string, release: () => void): Promise<Store> => {
  const explain = (error: unknown) => explained(folder, error)
  await inUtc(client).catch((error: unknown) => Promise.reject(explain(error)))
  writeVersion(folder)
  const own = { exclusive: newExclusiveUse(), keptCounts: newKeptCounts() }
  const copyTo = async (target: string) => {
    await own.keptCounts.flush()
    // A transaction, so that no other statement runs meanwhile.
    await client.transaction(async (tx) => {
      await tx.exec('checkpoint')
      await copyFiles(folder, target)
    })
  }
  const requests: FolderRequests = { respond: () => undefined }
  const respond = (request: FolderRequest) =>
    request.method === COPY ? lendCopy(folder, copyTo, request.signal) : requests.respond(request)
  const stopRequests = await serveFolder(folder, respond)
  const close = async () => {
    await stopRequests()
    await stopPGlite(client)
    release()
  }
  return storeOn({ client, ...own, folder, requests, explain, copyTo, close })
}

/** Opens the data of a folder, and creates it first if there is none. */
const openData = async (folder: string, archive: ReadArchive): Promise<PGlite> => {
  const { data, draft } = getFolderPaths(folder)
  if (!hasData(folder)) {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    const files = await archive()
    if (files === undefined) await stopPGlite(await startPGlite({ data: draft }))
    else unpack(files, draft)
    await rename(draft, data)
  }
  const log: string[] = []
  try {
    return await startPGlite({ data, log })
  } catch (error) {
    throw startFailure(folder, log, error)
  }
}

/** The error for data with which Postgres does not start, from what it has logged. */
export const startFailure = (folder: string, log: readonly string[], cause: unknown): BadDatabase => {
  const text = log.join('\n')
  // The control file of another version begins with its version and that of its system tables; random bytes do not.
  if (/initialized with (?:PG_CONTROL_VERSION \d{3,4}|CATALOG_VERSION_NO \d{9}),/.test(text))
    return otherVersion(folder, 'in another build', cause)
  const fatal = /(?:PANIC|FATAL):\s*(.+)/.exec(text)?.[1]
  const unwritable = /No space left on device|Read-only file system|Permission denied/.exec(text)?.[0]
  if (unwritable !== undefined) return unwritableFolder(folder, unwritable, cause)
  return damagedFolder(folder, fatal ?? 'Postgres does not start with its data', cause)
}

/** SQL states of damaged data: damaged pages, damaged indexes, and a file that is missing. */
const DAMAGED: ReadonlySet<unknown> = new Set(['XX001', 'XX002', '58P01'])

/** An error of damaged data, or of PGlite itself, as BadDatabase; any other error unchanged. */
const explained = (folder: string, error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (error.name === 'RuntimeError') return damagedFolder(folder, error.message, error)
  return 'code' in error && DAMAGED.has(error.code) ? damagedFolder(folder, error.message, error) : error
}

const inUtc = (client: PGlite) => client.exec(`set time zone 'UTC'`)

const newExclusiveUse = (): ExclusiveUse => ({ writes: 0, now: Date.now })

/** An open database; `explain` turns its errors into those for users. */
type Opened = Pick<Store, 'folder' | 'requests' | 'copyTo' | 'close'> & {
  client: PGlite
  exclusive: ExclusiveUse
  keptCounts: KeptCounts
  explain: (error: unknown) => unknown
}

/**
 * PGlite runs one statement at a time; statements that wait for a transaction wait in its queue. A deadline limits how
 * long the caller waits; the statement itself is not cancelled.
 */
const storeOn = (opened: Opened, deadline = PATIENT): Store => {
  const { client, exclusive, keptCounts, explain, close, ...rest } = opened
  const explaining = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      throw explain(error)
    }
  }
  const limited = <Result>(text: string, call: () => Promise<Result>): Promise<Result> =>
    measureStatement(text, () => explaining(() => withDeadline(deadline, call())))
  const limitedDriver = (on: Pick<Transaction, 'query' | 'exec'>): Driver => {
    const { values, rows } = createDriver(on)
    return {
      values: (text, parameters) => limited(text, () => values(text, parameters)),
      rows: (text, parameters) => limited(text, () => rows(text, parameters)),
    }
  }
  const readingDriver = limitedDriver(client)
  // What a statement writes is seen by all that are sent after this one, because PGlite runs them in their order.
  const driver: Driver = {
    values: (text, parameters) => {
      exclusive.writes++
      return readingDriver.values(text, parameters)
    },
    rows: (text, parameters) => {
      exclusive.writes++
      return readingDriver.rows(text, parameters)
    },
  }
  const store: Store = {
    driver,
    db: databaseOn(driver),
    readingDriver,
    counting: databaseOn(readingDriver),
    countingDriver: readingDriver,
    countingCondition: sql`true`,
    withDeadline: (milliseconds) => storeOn(opened, milliseconds),
    transaction: async (work, mode = 'read and write') => {
      // PGlite never waits for I/O, so that a loop of transactions would leave no turn to sockets, timers and signals.
      await setImmediate()
      return explaining(() =>
        client.transaction(async (tx) => {
          if (mode === 'read one snapshot') await tx.query('set transaction isolation level repeatable read, read only')
          try {
            return await work(databaseOn(limitedDriver(tx)))
          } finally {
            // Before the commit, so that what is read after it is seen as newer than what was read before.
            if (mode === 'read and write') exclusive.writes++
          }
        }),
      )
    },
    lockingTransaction: (work) => store.transaction(work),
    exclusive,
    keptCounts,
    embedded: true,
    listens: true,
    listen: (channel, notified) => client.listen(channel, notified),
    migrate: () => migrateInTransaction(store),
    close: async () => {
      exclusive.writes++ // so that no call is counted in memory after this
      await keptCounts.close().catch(() => {})
      await close()
    },
    ...rest,
  }
  return store
}

const OBJECTS = { rowMode: 'object' } as const
const ARRAYS = { rowMode: 'array' } as const

const createDriver = (client: Pick<Transaction, 'query' | 'exec'>): Driver => ({
  values: async (text, parameters) => (await client.query<unknown[]>(text, parameters, ARRAYS)).rows,
  // Text without parameters can contain several statements.
  rows: async (text, parameters) =>
    parameters.length === 0
      ? ((await client.exec(text, OBJECTS)).at(-1)?.rows ?? [])
      : (await client.query<Record<string, unknown>>(text, parameters, OBJECTS)).rows,
})
