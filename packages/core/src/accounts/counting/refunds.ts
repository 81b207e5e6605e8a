import { batched, isLockTimeout, mayHaveRun, unreachable } from '../../store/index.ts'
import type { KeyUsage, Refund } from './counted-call.ts'

/** Milliseconds between two attempts to refund calls that could not be refunded at first. */
const REFUND_INTERVAL = 1000
/** Seconds of keys with calls to refund, at most; what comes on top is not refunded. */
const MAX_OWED = 100_000

/**
 * Refunds calls. If the database refuses that, they are refunded later; if it does not respond, they stay counted: it may have
 * refunded them, and to do so twice would let the key exceed its limit. Calls that were lost before they
 * were written are owed to the database in the same way, as refunds of negative amounts.
 */
export const createRefunds = (
  refundCalls: (refunds: readonly Refund[]) => Promise<Map<string, KeyUsage>>,
  countLate: (late: Refund) => Promise<void>,
) => {
  const owed = new Map<string, Refund>()
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  const add = (refunds: Map<string, Refund>, refund: Refund): void => {
    const id = `${refund.key_id} ${refund.second}`
    refunds.set(id, { ...refund, amount: (refunds.get(id)?.amount ?? 0) + refund.amount })
  }

  /** Refunds later what could not be refunded. */
  const owe = (refunds: Iterable<Refund>, wait = REFUND_INTERVAL): void => {
    for (const refund of refunds) if (owed.size < MAX_OWED) add(owed, refund)
    if (owed.size > 0) timer ??= setTimeout(() => void refundOwed(), wait).unref()
  }

  /** One after the other, so that one locked account does not keep the others from theirs. */
  const refundAll = async (): Promise<void> => {
    const refunds = [...owed.values()].filter(({ amount }) => amount !== 0)
    owed.clear()
    for (const [index, refund] of refunds.entries()) {
      try {
        await (refund.amount < 0 ? countLate(refund) : refundCalls([refund]))
      } catch (error) {
        if (isLockTimeout(error)) owe([refund])
        else if (unreachable(error) !== undefined) {
          owe(refunds.slice(mayHaveRun(error) ? index + 1 : index))
          break
        }
      }
    }
    timer = undefined
    owe([])
  }

  const refundOwed = (): Promise<void> => {
    last = last.then(refundAll)
    return last
  }

  return {
    owe,
    /** Refunds at once what is owed. */
    refundOwed,
    refund: batched(
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
    ),
  }
}
