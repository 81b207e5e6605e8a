import { batched, isLockTimeout, mayHaveRun, unreachable } from '../../store/index.ts'
import type { KeyUsage, Refund } from './counted-call.ts'

/** Milliseconds between two attempts to refund calls that could not be refunded at first. */
const REFUND_INTERVAL = 1000
/** Seconds of keys with calls to refund, at most; what comes on top is not refunded. */
const MAX_OWED = 100_000

/**
 * Refunds calls. If the database refuses that, they are refunded later; if it does not respond, they stay counted: it may have
 * refunded them, and to do so twice would let the key exceed its limit.
 */
export const createRefunds = (refundCalls: (refunds: readonly Refund[]) => Promise<Map<string, KeyUsage>>) => {
  const owed = new Map<string, Refund>()
  let timer: NodeJS.Timeout | undefined

  const add = (refunds: Map<string, Refund>, refund: Refund): void => {
    const id = `${refund.key_id} ${refund.second}`
    refunds.set(id, { ...refund, amount: (refunds.get(id)?.amount ?? 0) + refund.amount })
  }

  const owe = (refunds: Iterable<Refund>): void => {
    for (const refund of refunds) if (owed.size < MAX_OWED) add(owed, refund)
    timer ??= setTimeout(refundOwed, REFUND_INTERVAL).unref()
  }

  /** One after the other, so that one locked account does not keep the others from theirs. */
  const refundOwed = async (): Promise<void> => {
    const refunds = [...owed.values()]
    owed.clear()
    for (const [index, refund] of refunds.entries()) {
      try {
        await refundCalls([refund])
      } catch (error) {
        if (isLockTimeout(error)) owe([refund])
        else if (unreachable(error) !== undefined) {
          owe(refunds.slice(mayHaveRun(error) ? index + 1 : index))
          break
        }
      }
    }
    timer = undefined
    if (owed.size > 0) owe([])
  }

  return batched(
    async (calls: Refund[]) => {
      const refunds = new Map<string, Refund>()
      for (const call of calls) add(refunds, call)
      try {
        const usage = await refundCalls([...refunds.values()])
        return calls.map(({ key_id }) => usage.get(key_id) ?? null)
      } catch (error) {
        if (unreachable(error) !== undefined && !mayHaveRun(error)) owe(refunds.values())
        throw error
      }
    },
    { kind: 'refunds' },
  )
}
