import { setTimeout as sleep } from 'node:timers/promises'
import { batched, type Store } from '../store/index.ts'
import { acknowledge, type Told } from './acknowledge-queries.ts'

/** Milliseconds before an acknowledgement that the database did not take is repeated. */
const PAUSE = 500

/**
 * Acknowledges a try until `end`, which is that of its claim: what was answered is not to be sent again because the
 * database was away. @throws what the database threw last
 */
export type Acknowledge = (told: Told, end: number) => Promise<void>

/** Tries that end at one moment are acknowledged together. Nothing is repeated any more once `stopping` is aborted. */
export const createAcknowledger = (store: Store, stopping: AbortSignal): Acknowledge => {
  const tell = batched(async (told: Told[]) => {
    await acknowledge(store, told)
    return told.map(() => true as const)
  })

  const acknowledgeUntil: Acknowledge = async (told, end) => {
    try {
      await tell(told)
    } catch (error) {
      if (stopping.aborted || performance.now() > end) throw error
      await sleep(PAUSE)
      await acknowledgeUntil(told, end)
    }
  }
  return acknowledgeUntil
}
