import { toDateTime } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import type { Store } from '../store/index.ts'
import { describeUnknownKey, isKey, WRITE_PREFIX } from './key.ts'
import { createRequestCounter, MINUTE } from './page-calls.ts'
import type { RequestUsage } from './request-limit-queries.ts'
import { isWriteKeyActive, selectActiveWriteKey, touchWriteKey } from './write-key-queries.ts'

/** Calls a minute of a write key, unless the options of the core say otherwise. */
export const WRITES_PER_MINUTE = 300

/** Who writes, and what: `competition` is an external id of the source; null: all of its games. */
export type Writer = {
  source: string
  competition: string | null
  /** The id of the write key; null for the code that embeds the core. */
  key: string | null
}

/** A call made with a valid write key. */
export type CountedWrite = {
  writer: Writer & { key: string }
  /** What the key has used, this call included if it was counted, and how many calls it may make within a minute. */
  usage: RequestUsage
  max: number
  /** The error if the call is over the limit, else null. */
  refused: ServiceError | null
}

/** @throws ServiceError unauthorized if the key of a writer has been revoked */
export const requireActive = async (store: Store, { key }: Writer): Promise<void> => {
  if (key === null || (await isWriteKeyActive(store, key))) return
  throw new ServiceError('unauthorized', 'The write key has been revoked.')
}

const READ_KEY = `This is a key for reading, which writes nothing; send a write key, which begins with ${WRITE_PREFIX}.`

/** Finds write keys, and counts their calls, exactly over any number of processes. */
export const createWriteCounter = (store: Store, perMinute: number) => {
  const count = createRequestCounter(store)
  /**
   * Finds a write key and counts a call. A call over the limit is returned too, with `refused` set.
   * @throws ServiceError unauthorized for a malformed, unknown or revoked key
   */
  return async (key: string): Promise<CountedWrite> => {
    if (isKey(key)) throw new ServiceError('unauthorized', READ_KEY)
    const found = isKey(key, 'write') ? await selectActiveWriteKey(store, key) : undefined
    if (found === undefined) throw new ServiceError('unauthorized', describeUnknownKey(key, 'write'))
    const { id, source, competition } = found
    const { usage, isOver } = await count({ subject: `writes with ${id}`, max: perMinute, seconds: MINUTE })
    if (!isOver) await touchWriteKey(store, id)
    const message = `More than ${perMinute} calls in ${MINUTE} seconds with one write key; wait a little.`
    const resets_at = toDateTime(new Date(usage.frees_at))
    return {
      writer: { source, competition, key: id },
      usage,
      max: perMinute,
      refused: isOver ? new ServiceError('rate_limited', message, { resets_at }) : null,
    }
  }
}
