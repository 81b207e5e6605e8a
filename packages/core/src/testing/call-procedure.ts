import type { AnyQueryProcedure } from '@trpc/server'
import type { Core } from '../core.ts'
import { invoke, type CallCounter } from '../invoke.ts'
import { listOperations, t } from '../trpc.ts'

/** Calls a procedure of a test, which is not in the router, with a key. */
export const callProcedure = async (
  core: Core,
  procedure: AnyQueryProcedure,
  { key, refund = async () => {} }: { key: string } & Partial<Pick<CallCounter, 'refund'>>,
): Promise<unknown> => {
  const [operation] = listOperations(t.router({ procedure }))
  if (operation === undefined) throw new Error('no operation')
  const counter = { count: () => core.countCall(key, { counts: true }), refund }
  const operations = new Map([[operation.name, operation]])
  return invoke(core.context({ counter, operations }), operation, { read: () => ({}), write: (output) => output })
}
