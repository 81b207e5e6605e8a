import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ENOUGH = 2 ** 31

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}

/**
 * A new folder for a test database, which is hundreds of small files: in memory where the machine has a file system
 * there with room enough, else among the temporary files.
 */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), `basketball-data-${name}-`))
