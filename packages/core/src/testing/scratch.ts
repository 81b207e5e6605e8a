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
 * Makes the folder that every database of a test run lives in, each of them hundreds of small files: in memory where
 * the machine has a file system there with room enough, else among the temporary files. Whoever runs Postgres may
 * enter it. It goes with the process at the latest, also when a run is broken off.
 */
export const makeScratch = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'basketball-data-test-'))
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return { folder, remove }
}
