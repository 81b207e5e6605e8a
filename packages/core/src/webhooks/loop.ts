import type { Alarm } from './alarm.ts'
import type { Chores } from './chores.ts'
import type { Claimed } from './claim-queries.ts'
import type { Claimer } from './claimer.ts'

/** What goes on in a worker. */
export type Work = {
  claim: Claimer
  /** Brings one delivery that was claimed to the end of its try. */
  tryOne: (claimed: Claimed) => Promise<void>
  chores: Chores
  /** Wakes the loop. */
  alarm: Alarm
  /** Deliveries under way at a time. */
  concurrency: number
  /** Milliseconds between looks at the database when nothing wakes the loop. */
  poll: number
  onError: (error: unknown) => void
}

/** Works until `stopping` is aborted and the alarm rung; ends when what was under way has ended. */
export const runLoop = async (work: Work, stopping: AbortSignal): Promise<void> => {
  const { claim, tryOne, chores, alarm, concurrency, poll, onError } = work
  const underWay = new Set<Promise<void>>()

  /** What has ended leaves a place, and what was passed over while it was acknowledged is to be had again. */
  const begin = (claimed: Claimed): void => {
    const working = tryOne(claimed)
      .catch(onError)
      .finally(() => {
        underWay.delete(working)
        alarm.ring()
      })
    underWay.add(working)
  }

  const claimRound = async (): Promise<void> => {
    const places = concurrency - underWay.size
    if (places <= 0) return
    const { claimed, again } = await claim(places)
    claimed.forEach(begin)
    if (again) await claimRound()
  }

  while (!stopping.aborted) {
    chores.begin()
    await claimRound().catch(onError)
    if (!stopping.aborted) await alarm.wait(poll)
  }
  await Promise.all([...underWay, chores.settled()])
}
