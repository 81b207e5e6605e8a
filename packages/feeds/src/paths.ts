import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FeedError } from './feed-error.ts'

/**
 * The files at a path: itself, or of a folder and all its folders those with such a name, in alphabetical order.
 *
 * @throws {FeedError} for a path that does not exist.
 */
export const filesAt = async (path: string, name: RegExp): Promise<string[]> => {
  const entry = await stat(path).catch(() => null)
  if (entry === null) throw new FeedError(path, 'no such file or folder')
  if (!entry.isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((each) => name.test(each))
    .toSorted()
    .map((each) => join(path, each))
}
