import type { KeyObject } from 'node:crypto'
import type { Acknowledge } from './acknowledger.ts'
import type { Claimed } from './claim-queries.ts'
import { deliver } from './deliver.ts'
import { verdict, type Schedule } from './schedule.ts'
import type { Try } from './send.ts'
import type { TargetRules } from './target.ts'

/** One try as a log wants to know it; the address is not in it, since it may carry what is secret. */
export type TryEntry = { webhook: string; delivery: string; number: number } & Pick<
  Try,
  'status' | 'error' | 'duration'
>

/** What tries need. */
export type Trying = {
  key: KeyObject
  rules: TargetRules
  /** Milliseconds a receiver has for the whole answer. */
  timeout: number
  /** Milliseconds of a claim, from the beginning of its try. */
  lease: number
  schedule: Schedule
  onTry: (entry: TryEntry) => void
  acknowledge: Acknowledge
}

/** Sends what was claimed once, and acknowledges what came of it. @throws Error that names the delivery */
export const tryDelivery = async (claimed: Claimed, trying: Trying): Promise<void> => {
  const { key, rules, timeout, lease, schedule, onTry, acknowledge } = trying
  const { webhook_id: webhook, event_id: delivery, tries } = claimed
  const end = performance.now() + lease
  try {
    const made = await deliver(claimed, { key, rules, timeout })
    const { status, error, duration } = made
    onTry({ webhook, delivery, number: tries + 1, status, error, duration })
    await acknowledge({ claimed, made, verdict: verdict(made, tries + 1, schedule) }, end)
  } catch (cause) {
    throw new Error(`Delivery ${delivery} to webhook ${webhook} failed on this side; it is tried again.`, { cause })
  }
}
