import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { FolderInUse, ProcessLost } from './errors.ts'
import { lockFile, getFolderPaths } from './folder.ts'
import { isGone, sendRequest } from './folder-socket.ts'

/*
 * Two processes cannot open one folder, so a backup of a folder that is being served needs the process that serves it: that
 * process copies the folder at a moment when no statement runs (a request through folder-socket.ts), and the backup reads
 * the copy. The copy is deleted when the request ends.
 */

/** Deletes a copy. One that cannot be deleted now is deleted when the folder is opened again. */
export const removeCopy = (copy: string): Promise<void> => rm(copy, { recursive: true, force: true }).catch(() => {})

/** Creates a folder for a copy inside the folder itself, so that it needs no room and no rights elsewhere. */
export const makeCopyFolder = (folder: string): Promise<string> => mkdtemp(getFolderPaths(folder).copies)

/** Copies the files of a database while no statement runs. File systems that can share blocks do so. */
export const copyFiles = async (folder: string, target: string): Promise<void> => {
  const [from, to] = [getFolderPaths(folder), getFolderPaths(target)]
  await cp(from.data, to.data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await cp(from.secretsKey, to.secretsKey, { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Deletes the copies that a killed process left behind. Copies that are being read are locked. */
export const removeOldCopies = async (folder: string): Promise<void> => {
  const prefix = basename(getFolderPaths(folder).copies)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const copy = join(folder, name)
    try {
      lockFile(getFolderPaths(copy).lock).close()
    } catch {
      continue
    }
    await removeCopy(copy)
  }
}

/** The request for a copy of the folder. */
export const COPY = 'copy'

/** Yields the path of a copy, and deletes it when the other process closes the connection. */
export async function* lendCopy(
  folder: string,
  copyTo: (target: string) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const copy = await makeCopyFolder(folder)
  try {
    await copyTo(copy)
    yield copy
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    // When this process closes the folder, the copy is still being read, and the other one deletes it.
    if (!(signal.reason instanceof ProcessLost)) await removeCopy(copy)
  }
}

/**
 * Asks the process that has a folder open for a copy of it. `release` deletes the copy.
 *
 * @param maxSilence how long that process may be silent, in milliseconds
 * @returns undefined if no process takes the request
 * @throws FolderInUse if that process makes no copy
 */
export const requestCopy = async (
  folder: string,
  maxSilence?: number,
): Promise<{ copy: string; release: () => Promise<void> } | undefined> => {
  const results = sendRequest(folder, { method: COPY }, maxSilence)
  try {
    const copy = z.string().parse((await results.next()).value)
    const release = async () => {
      await removeCopy(copy)
      await results.return(undefined)
    }
    return { copy, release }
  } catch (cause) {
    if (isGone(cause)) return undefined
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FolderInUse(
      `The database folder ${folder} is in use by another process, which has made no copy of it for a backup (${reason}). Stop that process first.`,
      { cause },
    )
  }
}
