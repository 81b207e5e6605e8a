import type { Database } from '../store/index.ts'
import type { IngestResult } from './result.ts'

/**
 * The claim under which a game is written by one of several processes, and what is recorded of the write. Both are part of
 * the transaction that writes the game, so that a claim which another process has taken over writes nothing, and what is
 * stored never differs from what is recorded.
 */
export type Fence = {
  /** Whether the claim is still the latest. It locks what it reads: the result holds until the transaction ends. */
  check: (tx: Database) => Promise<boolean>
  /** Records that the bundle was written, or refused. */
  record: (tx: Database, result: IngestResult) => Promise<void>
}

/** The claim of a fence was taken over: nothing was written. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
