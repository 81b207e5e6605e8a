import type { KeyObject } from 'node:crypto'
import type { CountedCall } from '../accounts/counting/counted-call.ts'
import type { Caller } from '../accounts/window.ts'
import type { Writer } from '../accounts/writers.ts'
import type { Plan, PlanTable, ReadSheets } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import type { WebhookSettings } from '../deliveries/settings.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { Decimals } from '../statistics/rounding.ts'
import type { Store } from '../store/index.ts'
import type { Streams } from '../streams/streams.ts'
import type { UsageRecorder } from '../usage/recorder.ts'
import type { ResponseCache } from './cacheable-call.ts'
import type { Operation } from './operation.ts'

/** How the service describes itself. */
export type ServiceInfo = {
  name: string
  /** Base address of the paths, ending in /v1. */
  base: string
  /** The documentation page. */
  docs: string
  /** The page that describes the plans. */
  pricing: string
}

const DEFAULT_BASE = 'http://127.0.0.1:3000/v1'

/** How a service describes itself; addresses that are left out are derived from the base. */
export const describeService = ({
  name,
  base = DEFAULT_BASE,
  docs,
  pricing,
}: Partial<ServiceInfo> = {}): ServiceInfo => {
  const home = base.replace(/\/v1$/, '')
  return {
    name: name ?? 'Basketball Data',
    base,
    docs: docs ?? `${home}/docs`,
    pricing: pricing ?? `${home}/docs#plans`,
  }
}

/** The context that the handler of an operation gets. */
export type OperationContext = {
  store: Store
  plans: PlanTable
  service: ServiceInfo
  /** Number of endpoints, for the index. */
  endpoints: number
  /** Signs cursors; the same in every process on one database. */
  cursorKey: KeyObject
  now: () => Date
  webhooks: WebhookSettings
  streams: Streams
  /** Reads uploaded sheets; null: the service reads none. */
  readSheets: ReadSheets | null
  /** Ends the streams of the transport when it stops; null: only the core does. */
  ending: AbortSignal | null
  caller: Caller
  /** The endpoint that is called. */
  endpoint: { name: string; path: string; plan: Plan | null }
  /** The value of `Idempotency-Key`: repeating a call with the same key has no further effect. */
  idempotencyKey: string | null
}

/** The call's `Idempotency-Key`; null without one. @throws ServiceError bad_request for a malformed one */
export const getIdempotencyKey = ({ idempotencyKey }: Pick<OperationContext, 'idempotencyKey'>): string | null => {
  if (idempotencyKey === null || /^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey
  throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters without blanks.')
}

/** Counts the calls of a key; a transport with keys provides one. */
export type CallCounter = {
  /**
   * Counts a call; null if the operation needs no key, or the caller has none. It may call `onLikelyPlan` before with the plan that the call probably has.
   * @throws ServiceError unauthorized or bad_request; rate_limited for a caller without a key
   */
  count: (operation: Operation, onLikelyPlan: (plan: Plan) => void) => Promise<CountedCall | null>
  /** Refunds a counted call; must not throw. */
  refund: (call: CountedCall) => Promise<void>
}

/** What `invoke` needs besides the operation and its input. */
export type InvokeContext = Omit<OperationContext, 'caller' | 'endpoint'> & {
  /** The replicas that answer reads; null: there are none. */
  replicas: Replicas | null
  /** The cache of responses, for calls whose counter knows the change number; `write` gets what it returns. Null: there is none. */
  responseCache: ResponseCache | null
  /** Records which keys call which endpoints; it takes calls off that the transport refunds with `core.refundCall`. */
  usage: Pick<UsageRecorder, 'record'>
  /** Null: the caller has no key, and nothing is counted. */
  counter: CallCounter | null
  /**
   * Finds out what the caller may write, and counts the call, before anything else. Null: the caller only reads.
   * @throws ServiceError unauthorized or bad_request for a key, rate_limited
   */
  findWriter: (() => Promise<Writer>) | null
  /** The plan of a call without a key. */
  plan: Plan
  /** The account of a call without a key, for the operations that need one. */
  account: string | null
  /** The account that is signed in, for the audit log; null for an embedding app, and for a call with a key. */
  by: string | null
  /** Decimals that numbers are rounded to; null means no rounding. */
  decimals: Decimals | null
  /** Milliseconds until a call without a response fails; null means none. */
  callDeadline: number | null
  /** The operations by the names of their procedures. */
  operations: ReadonlyMap<string, Operation>
}

/** What every call of a core has in its context. */
export type CoreSettings = Pick<
  InvokeContext,
  | 'store'
  | 'replicas'
  | 'plans'
  | 'service'
  | 'cursorKey'
  | 'now'
  | 'webhooks'
  | 'streams'
  | 'readSheets'
  | 'callDeadline'
>
