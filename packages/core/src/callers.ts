import { createCallCounter } from './accounts/counting/count-call.ts'
import type { CountedCall } from './accounts/counting/counted-call.ts'
import type { Actor } from './accounts/audit-queries.ts'
import type { PageCalls } from './accounts/page-calls.ts'
import { getAccount } from './accounts/queries.ts'
import { parseScope } from './accounts/write-key-queries.ts'
import { createWriteCounter, type Writer } from './accounts/writers.ts'
import type { CallCounter, CoreSettings, InvokeContext } from './calls/context.ts'
import type { Plan } from './contract/index.ts'
import { createCaller, operations, operationsByName, router } from './operations.ts'
import type { Store } from './store/index.ts'
import { withDocs } from './trpc.ts'
import { createWriteCaller, writeOperationsByName } from './writing/router.ts'
import type { UsageRecorder } from './usage/recorder.ts'

/** The settings of a call that the transport decides, or the code that embeds the core. */
type CallSettings = Partial<Omit<InvokeContext, keyof CoreSettings | 'usage'>>

/** Milliseconds until a call that writes fails, if calls have a deadline. */
const WRITE_DEADLINE = 60_000

/** Passes a call that was counted earlier on to the operations; what has changed since then is not known. */
const createCounter = (call: CountedCall): CallCounter => ({
  count: async () => ({ ...call, change: null }),
  refund: async () => {},
})

/** Counts calls of somebody who is signed in and has no key: those that create something, or send to a receiver. */
const pageCounter = (pageCalls: PageCalls, account: string): CallCounter => ({
  count: async ({ method }) => {
    if (method === 'POST') await pageCalls.count(account)
    return null
  },
  refund: async () => {},
})

/**
 * What calls operations, and counts and refunds calls: the members of a core.
 *
 * @param store the database for all that is not a call, and waits longer than a call may
 */
export const createCallers = (
  store: Store,
  settings: CoreSettings,
  { usage, pageCalls, writesPerMinute }: { usage: UsageRecorder; pageCalls: PageCalls; writesPerMinute: number },
) => {
  const { plans, service } = settings
  const { countCall, refundCall } = createCallCounter(store, plans, service.pricing)
  const context = (call: CallSettings = {}): InvokeContext => ({
    usage,
    counter: null,
    findWriter: null,
    plan: 'complete',
    account: null,
    by: null,
    endpoints: operations.length,
    operations: operationsByName,
    idempotencyKey: null,
    ending: null,
    responseCache: null,
    decimals: null,
    ...settings,
    ...call,
  })

  /** The context of calls of the write API. They may take longer than others: they wait for other writers, and read large bodies. */
  const writeContext = (
    call: Pick<InvokeContext, 'findWriter'> & Partial<Pick<InvokeContext, 'idempotencyKey' | 'ending'>>,
  ): InvokeContext => ({
    ...context(),
    ...call,
    operations: writeOperationsByName,
    callDeadline: settings.callDeadline === null ? null : Math.max(settings.callDeadline, WRITE_DEADLINE),
  })

  return {
    /**
     * Finds a key and counts a call against its limits, unless `counts` is false. A call over a limit is returned too,
     * with `refused` set to the error.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked key
     */
    countCall,
    /** Refunds a counted call, for responses that do not count (304 and 5xx); returns what the key has used after that. */
    refundCall: (call: CountedCall) => {
      usage.refund(call)
      return refundCall(call)
    },
    /**
     * The tRPC router of this service, to be served with `context()` as the context of its calls.
     * @example fetchRequestHandler({ endpoint: '/trpc', req, router: core.router, createContext: () => core.context() })
     */
    router: withDocs(router, service),
    /**
     * Finds a write key and counts a call against its limit. A call over the limit is returned too, with `refused` set to the error.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked write key
     */
    countWrite: createWriteCounter(settings.store, writesPerMinute),
    /** The context in which the operations of the write API are invoked; `findWriter` says what the caller may write. */
    writeContext,
    /**
     * Calls the write API directly, without a key and limits, as a writer of a source, or of one of its competitions by its external
     * id. The functions reject with a ServiceError, also for what is outside of that: `core.ingest` writes anything.
     * @throws ServiceError bad_request for a source or a competition that cannot be one
     * @example await core.writerFor({ source: 'league' }).games.put({ external_id: 'g1', bundle })
     */
    writerFor: (scope: { source: string; competition?: string | null }) => {
      const writer: Writer = { ...parseScope(scope), key: null }
      return createWriteCaller(writeContext({ findWriter: async () => writer }))
    },
    /** The context that `invoke` and the tRPC router work with. Without settings the call has plan complete and no limits. */
    context,
    /**
     * Calls operations directly: on a plan (default complete) without key and limits, or as the key of a call that
     * `countCall` has counted. The functions reject with a ServiceError. They never refund the counted call: pass it to
     * `refundCall` if its response does not count.
     * @example await core.caller().games.get({ id })
     */
    caller: (as: Plan | CountedCall = 'complete') =>
      createCaller(context(typeof as === 'string' ? { plan: as } : { counter: createCounter(as) })),
    /**
     * Calls operations directly as an account, which those about webhooks need, on its plan. `by` is the account that
     * is signed in, for the audit log: what it creates or sends counts towards the calls a minute of the plan, and is
     * rate_limited over them. `idempotencyKey` is that of every call.
     * @throws ServiceError not_found for an unknown account
     * @example await (await core.callerFor(account.id)).webhooks.list()
     */
    callerFor: async (
      account: string,
      { by = null, idempotencyKey = null }: { by?: Actor; idempotencyKey?: string | null } = {},
    ) => {
      const { plan } = await getAccount(store, account)
      const counter = by === null ? null : pageCounter(pageCalls, account)
      return createCaller(context({ plan, account, by, idempotencyKey, counter }))
    },
  }
}
