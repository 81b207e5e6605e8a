import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
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
 * Creates the folder of all databases of a test run. It is in memory (/dev/shm) if there is enough room, because a
 * database consists of hundreds of small files; otherwise among the temporary files. The user that runs Postgres can
 * read it. It is deleted when the process exits, also after an interrupted run.
 */
export const makeScratch = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'basketball-data-test-'))
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return { folder, remove }
}
