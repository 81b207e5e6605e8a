import type { AnyQueryProcedure } from '@trpc/server'
import type { Core } from '../core.ts'
import { invoke } from '../calls/invoke.ts'
import type { CallCounter, InvokeContext } from '../calls/context.ts'
import { listOperations, t } from '../trpc.ts'

type Options = { key: string; input?: object } & Partial<
  Pick<CallCounter, 'refund'> & Pick<InvokeContext, 'responseCache'>
>

/** Calls a procedure of a test, which is not in the router, with a key. */
export const callProcedure = async (
  core: Core,
  procedure: AnyQueryProcedure,
  { key, input = {}, refund = async () => {}, responseCache = null }: Options,
): Promise<unknown> => {
  const [operation] = listOperations(t.router({ procedure }))
  if (operation === undefined) throw new Error('no operation')
  const counter = { count: () => core.countCall(key, { counts: true }), refund }
  const context = core.context({ counter, operations: new Map([[operation.name, operation]]), responseCache })
  return invoke(context, operation, { read: () => input, write: (output) => output })
}
