import type { Span } from '@opentelemetry/api'
import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { CountedCall } from '../accounts/counting/counted-call.ts'
import type { Caller } from '../accounts/window.ts'
import { isEventStream, PLANS, reaches, type Plan } from '../contract/index.ts'
import {
  asServiceError,
  bodyError,
  getErrorStatus,
  parameterError,
  toDetails,
  upgradeRequired,
  type ServiceError,
} from '../errors.ts'
import { measure, inSpan } from '../telemetry.ts'
import { roundNumbers } from '../statistics/rounding.ts'
import { DeadlineMissed, unreachable, withDeadline, type Store } from '../store/index.ts'
import { toCacheKey, toMadeResponse, type CacheableCall } from './cacheable-call.ts'
import type { InvokeContext, OperationContext } from './context.ts'
import { replaceFormerIds } from './former-id-queries.ts'
import type { Operation } from './operation.ts'

/** Milliseconds that a call waits for its refund while the database does not answer. The refund itself goes on. */
const REFUND_WAIT = 200

/** How a transport reads the input of a call and writes its output. */
export type Transport<Result> = {
  /** Called after the plan was checked. */
  read: () => unknown
  /** A failure to write counts as a failure of the call. It calls `refund` for a response that does not count. */
  write: (output: unknown, refund: () => Promise<void>) => Result | Promise<Result>
}

/** Runs the handler of a procedure, once its call is counted and its plan and parameters are checked. */
type Run = (ctx: OperationContext, input: Record<string, unknown>) => Promise<unknown>

/** The context of a call in the middleware of its procedure. */
type RunningContext = InvokeContext & { run: Run }

/**
 * Calls an operation once, through its procedure.
 * @throws ServiceError, and nothing else
 */
export const invoke = async <Result>(
  ctx: InvokeContext,
  { name, procedure }: Operation,
  { read, write }: Transport<Result>,
): Promise<Result> => {
  let written: { result: Result } | undefined
  const keepResult: Transport<void>['write'] = async (output, refund) => {
    written = { result: await write(output, refund) }
  }
  try {
    await procedure({
      ctx: { ...ctx, write: keepResult },
      getRawInput: async () => read(),
      path: name,
      type: procedure._def.type,
      signal: undefined,
      batchIndex: 0,
    })
  } catch (error) {
    throw asServiceError(error instanceof TRPCError ? (error.cause ?? error) : error)
  }
  if (written === undefined) throw new TypeError(`The procedure ${name} has written no output.`)
  return written.result
}

/**
 * What the middleware of every procedure does. This order is part of the contract: count the call, check the plan, check the
 * parameters, run the handler. A call that fails on our side (server_error) is refunded.
 * @throws ServiceError, and nothing else
 */
export const runCall = <Result>(
  ctx: RunningContext,
  operation: Operation,
  transport: Transport<Result>,
): Promise<Result> =>
  inSpan(
    () => ({ name: `${operation.method} ${operation.path}`, isCallersFault: (error) => getErrorStatus(error) < 500 }),
    (span) => runInSpan(ctx, operation, transport, span),
  )

const runInSpan = async <Result>(
  ctx: RunningContext,
  operation: Operation,
  { read, write }: Transport<Result>,
  span: Span | null,
): Promise<Result> => {
  const started = performance.now()
  let own: CountedCall | null = null
  let refundable: CountedCall | null = null
  let isRefunded = false
  let over = false
  const refund = async (): Promise<void> => {
    const call = refundable
    refundable = null
    if (call === null) return
    isRefunded = true
    await ctx.counter?.refund(call)
  }
  const respond = async (): Promise<Result> => {
    const seen = ctx.responseCache?.seen() ?? -1
    let speculative: Promise<SpeculativeRead | null> = Promise.resolve(null)
    const onLikelyPlan = (plan: Plan) => {
      speculative = readSpeculatively(ctx, operation, plan, read)
    }
    const writer = (await ctx.findWriter?.()) ?? null
    const call = (await ctx.counter?.count(operation, onLikelyPlan)) ?? null
    own = call
    refundable = call
    if (over) {
      await refund()
      throw new DeadlineMissed('The call was counted after its deadline.')
    }
    if (call !== null) ctx.usage.record(operation, call)
    if (call !== null && call.refused !== null) throw call.refused
    const account = call?.account_id ?? ctx.account
    const caller = { plan: call?.plan ?? ctx.plan, account, by: call?.account_id ?? ctx.by, call, writer }
    requirePlan(ctx, caller, operation)
    const known = await speculative
    const same = known !== null && known.plan === caller.plan ? known.call : null
    const output = await makeOutput(ctx, operation, caller, { read, seen, speculative: same })
    if (over && isEventStream(output)) output.close() // it has no reader any more
    return await write(output, refund)
  }
  try {
    const result = await (ctx.callDeadline === null || operation.waitsForReceiver
      ? respond()
      : withDeadline(ctx.callDeadline, respond()))
    report(operation, { call: own, isRefunded, failure: null }, started, span)
    return result
  } catch (error) {
    over = true
    const failure = asServiceError(error)
    const isServerError = failure.code === 'server_error'
    report(operation, { call: own, isRefunded: isRefunded || isServerError, failure }, started, span)
    if (isServerError) await refundSoon(refund(), failure)
    throw failure
  }
}

/** Measures a call that has ended, and describes it in its span. */
const report = (
  { method, path, status: success }: Operation,
  { call, isRefunded, failure }: { call: CountedCall | null; isRefunded: boolean; failure: ServiceError | null },
  started: number,
  span: Span | null,
): void => {
  const plan = call?.plan ?? null
  const error = failure?.code ?? null
  const status = failure === null ? success : getErrorStatus(failure)
  const counted = call !== null && call.counted !== null && !isRefunded
  measure('call', () => ({ method, path, plan, status, error, counted, duration: performance.now() - started }))
  span?.setAttributes({
    'basketball_data.plan': plan ?? 'none',
    'basketball_data.status': status,
    'basketball_data.counted': counted,
    ...(error !== null && { 'error.type': error }),
  })
}

/** Waits for a refund, but not long if the database does not answer. */
const refundSoon = async (refund: Promise<void>, { cause }: ServiceError): Promise<void> => {
  if (unreachable(cause) === undefined) return refund
  await withDeadline(REFUND_WAIT, refund).catch(() => {})
}

const requirePlan = (ctx: InvokeContext, caller: Caller, { plan, path }: Operation): void => {
  if (plan === null || reaches(caller.plan, plan)) return
  const sufficient = plan === PLANS.at(-1) ? plan : `${plan} or higher`
  throw upgradeRequired({ ...ctx, caller }, plan, `${path} needs plan ${sufficient}.`)
}

const parseInput = ({ input, write, path }: Operation, sent: unknown): Record<string, unknown> => {
  const parsed = input.safeParse(sent)
  if (parsed.success) return parsed.data
  const ofBody = write === null ? [] : parsed.error.issues.filter((issue) => isOfBody(path, issue))
  if (ofBody.length === 0) throw parameterError(parsed.error, Object.keys(input.shape))
  const { body } = write ?? {}
  throw bodyError(
    toDetails(ofBody.map(({ path, ...issue }) => ({ ...issue, path: path[0] === body ? path.slice(1) : path }))),
  )
}

/** Whether an issue of the input of a write is one of its body, and not of its parameters. */
const isOfBody = (path: string, { path: [name] }: z.core.$ZodIssue): boolean =>
  name !== 'dry_run' && !path.includes(`{${String(name)}}`)

const isEmptyList = (output: unknown): boolean =>
  typeof output === 'object' &&
  output !== null &&
  'data' in output &&
  Array.isArray(output.data) &&
  output.data.length === 0

/** An output, and the input it was made from: with the ids of the records that stayed, if the caller has sent those of merged ones. */
type HandlerResult = { output: unknown; input: Record<string, unknown> }

/**
 * Runs the handler. Only if it finds nothing, the ids of the input are looked up among those of merged records, so that other calls
 * pay nothing for them.
 */
const runWithFormerIds = async (
  operation: Operation,
  store: Store,
  input: Record<string, unknown>,
  run: (input: Record<string, unknown>) => Promise<unknown>,
): Promise<HandlerResult> => {
  const tried = await run(input).then(
    (output) => ({ output }),
    (error: unknown) => ({ error }),
  )
  const isMissing =
    'error' in tried
      ? ['not_found', 'bad_request'].includes(asServiceError(tried.error).code)
      : isEmptyList(tried.output)
  const replaced = isMissing && operation.method === 'GET' ? await replaceFormerIds(store, input) : null
  if (replaced !== null) {
    const merged = parseInput(operation, replaced) // two ids may be one now
    return { output: await run(merged), input: merged }
  }
  if ('error' in tried) throw tried.error
  return { output: tried.output, input }
}

/** Runs the handler, on a replica if there is one that has what the call may see. */
const handle = async (
  ctx: RunningContext,
  operation: Operation,
  caller: Caller,
  sent: Record<string, unknown>,
): Promise<HandlerResult> => {
  const runOn = (store: Store) =>
    runWithFormerIds(operation, store, sent, (input) => ctx.run({ ...ctx, store, caller, endpoint: operation }, input))
  const { output, input } = await (ctx.replicas === null || operation.onPrimary
    ? runOn(ctx.store)
    : ctx.replicas.read(ctx.store, caller.call, runOn))
  return { output: ctx.decimals === null ? output : roundNumbers(operation.output, ctx.decimals, output), input }
}

/** What identifies a response that may be cached, and how it is made; null if it is not cached. */
const toCacheableCall = (
  { now, ...ctx }: RunningContext,
  operation: Operation,
  caller: Caller,
  sent: unknown,
): CacheableCall | null => {
  const moment = now()
  const atThisMoment = { ...ctx, now: () => moment }
  const key = toCacheKey({ ...atThisMoment, caller }, operation, sent)
  if (key === null) return null
  return {
    key,
    make: async (change) => {
      const having = { ...caller, call: caller.call && { ...caller.call, change } }
      const { output, input } = await handle(atThisMoment, operation, having, parseInput(operation, sent))
      return toMadeResponse(output, operation.invalidatedBy ?? [], input)
    },
  }
}

type SpeculativeRead = { plan: Plan; call: CacheableCall & { begun: boolean } }

/**
 * Begins to read a response that is not cached while the call is being counted, on the plan that the call probably has.
 * Drops the response if the call is refused. Null: there is nothing to read, or the input is wrong, for which the call fails once it is counted.
 */
const readSpeculatively = async (
  ctx: RunningContext,
  operation: Operation,
  plan: Plan,
  read: () => unknown,
): Promise<SpeculativeRead | null> => {
  if (ctx.responseCache === null || operation.invalidatedBy === null) return null
  if (operation.plan !== null && !reaches(plan, operation.plan)) return null
  try {
    const call = toCacheableCall(
      ctx,
      operation,
      { plan, account: null, by: null, call: null, writer: null },
      await read(),
    )
    return call && { plan, call: { ...call, begun: ctx.responseCache.begin(call) } }
  } catch {
    return null
  }
}

/**
 * The output for the transport. A response that may be cached comes from the cache, or is made from the data and cached.
 *
 * @param seen the change number that was known before the call was counted
 * @param speculative the same call, if reading began while it was being counted
 */
const makeOutput = async (
  ctx: RunningContext,
  operation: Operation,
  caller: Caller,
  { read, seen, speculative }: { read: () => unknown; seen: number; speculative: SpeculativeRead['call'] | null },
): Promise<unknown> => {
  const { responseCache } = ctx
  const change = caller.call?.change ?? null
  if (responseCache === null || operation.invalidatedBy === null || change === null)
    return (await handle(ctx, operation, caller, parseInput(operation, await read()))).output
  if (change < seen) responseCache.goBack(change)
  if (speculative !== null) return responseCache.respond({ ...speculative, change })
  const sent = await read()
  const call = toCacheableCall(ctx, operation, caller, sent)
  return call === null
    ? (await handle(ctx, operation, caller, parseInput(operation, sent))).output
    : responseCache.respond({ ...call, change })
}
