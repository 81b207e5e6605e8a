import { statSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { getFolderPaths } from '@basketball-data/core'
import { ok, problem, warning, type State } from './finding.ts'

/** The disk of an embedded database: its free bytes, and those of the data, which a copy of the folder needs. */
export type Disk = { free: number; data: number }

/** Bytes that should be free on the disk of an embedded database, and those without which it soon stops. */
const FREE_WARNING = 2 ** 30
const FREE_PROBLEM = 2 ** 27

/** Reads how much room there is where a folder with a database is. */
export const readDisk = async (folder: string): Promise<Disk> => {
  const { bavail, bsize } = await statfs(folder)
  const entries = await readdir(getFolderPaths(folder).data, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  // The process that serves the folder may have deleted a file meanwhile.
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return { free: bavail * bsize, data: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Whether a copy of the data leaves enough room for the process that serves the folder. */
export const hasRoomForCopy = ({ free, data }: Disk): boolean => free - data >= FREE_PROBLEM

/** Bytes as text: `600 MB`, `1.5 GB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 2 ** 30 ? `${Math.floor(bytes / 2 ** 20)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`

/** Examines whether enough is free on the disk of an embedded database. */
export const examineDisk = ({ free }: Disk): State => {
  const message = `The disk of the folder has ${formatBytes(free)} free.`
  if (free >= FREE_WARNING) return ok(message)
  const report = free < FREE_PROBLEM ? problem : warning
  return report(message, 'Free some space, or move the folder.')
}
