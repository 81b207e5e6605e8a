import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { FeedError } from '../feed.ts'
import { filesAt, nothingFoundError } from '../files.ts'
import { MAX_BYTES, type SheetFile } from './files.ts'

/** Excel keeps ~$league.xlsx beside a workbook that is open. */
const isTable = (path: string): boolean => /\.(?:csv|tsv|xlsx)$/i.test(path) && !basename(path).startsWith('~$')

/** Files of a folder; a league has five, or one for the lines of each game. */
const MAX_FILES = 1000

/**
 * The files of a league at a path: a workbook, or a CSV file; or those of a folder and its folders.
 *
 * @throws {FeedError} if the path does not exist, has no such file, or they are too large
 */
export const readSheetFiles = async (path: string, signal?: AbortSignal): Promise<SheetFile[]> => {
  const paths = await filesAt(path, isTable, signal)
  if (paths.length === 0) throw await nothingFoundError(path, 'expected tables as .csv, or a workbook as .xlsx')
  if (paths.length > MAX_FILES) throw new FeedError(path, `${paths.length} tables; ${MAX_FILES} are possible`)
  const sizes = await Promise.all(paths.map(async (each) => (await stat(each)).size))
  const size = sizes.reduce((sum, some) => sum + some, 0)
  if (size > MAX_BYTES)
    throw new FeedError(
      path,
      `${Math.ceil(size / 1e6)} MB; ${MAX_BYTES / 1e6} MB are possible: import a season at a time`,
    )
  const files: SheetFile[] = []
  for (const each of paths) files.push({ name: basename(each), bytes: await readFile(each, { signal }) })
  return files
}

/** The name of a competition from that of its workbook, or of the folder of its tables: summer-league.xlsx is Summer League. */
export const nameFromPath = (path: string): string => {
  const whole = resolve(path)
  const name = /\.[ct]sv$/i.test(whole) ? basename(dirname(whole)) : basename(whole).replace(/\.xlsx$/i, '')
  return name
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
