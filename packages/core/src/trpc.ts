import type { KeyObject } from 'node:crypto'
import { initTRPC, type TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import type { CountedCall } from './accounts/count-call.ts'
import { reaches, type Plan, type PlanTable } from './contract/index.ts'
import { asServiceError, parameterError, ServiceError } from './errors.ts'
import type { Store } from './store/index.ts'
import { CompressedResponse } from './compressed-response.ts'
import type { WebhookSettings } from './webhooks/secrets.ts'

/** What the service says of itself, and where. */
export type ServiceInfo = {
  name: string
  /** Base address of the paths, ending in /v1. */
  base: string
  /** The documentation page. */
  docs: string
  /** The page that describes the plans. */
  pricing: string
}

/** Who calls: a key whose call was counted, or code that embeds the core (call null), as an account where it names one. */
export type Caller = { plan: Plan; call: CountedCall | null; account?: string }

/** What every operation works with. */
export type OperationContext = {
  store: Store
  plans: PlanTable
  service: ServiceInfo
  /** Counts the endpoints of the route table. */
  endpoints: number
  /** Signs cursors; the same in every process on one database. */
  cursorKey: KeyObject
  now: () => Date
  webhooks: WebhookSettings
  caller: Caller
  /** Names a call that changes something, so that a repetition of it changes nothing more. */
  idempotencyKey: string | null
  /** Whether the caller can pass on an answer that is stored compressed. */
  acceptsCompressed: boolean
  /** Whether answers are checked against their schema: in tests and development. */
  validateResponses: boolean
  /** The endpoint that is called. */
  endpoint: { path: string; plan: Plan | null }
}

/** The context of a call before it is known which operation is called. */
export type CallerContext = Omit<OperationContext, 'endpoint'>

/** How an operation stands in the contract's table of endpoints. */
export type OperationMeta = {
  /** The lowest plan that reaches it; null: no key needed. */
  plan: Plan | null
  openapi: {
    method: 'GET' | 'POST' | 'DELETE'
    path: `/${string}`
    tags: [string]
    summary: string
    description: string
  }
  /** HTTP status of a success. */
  status: 200 | 201
  /** Parameters: of the path and, of a GET, of the query; of a POST, the fields of its JSON body. */
  input: z.ZodObject
  output: z.ZodType
  /** Whether calls are counted; GET /usage is not. */
  counted: boolean
  /**
   * Calls it as the procedure does, without tRPC in between: plan, parameters, answer. The input is read only after the
   * plan has been checked. The answer is of `output`; who takes stored ones may get a CompressedResponse of it.
   * @throws ServiceError
   */
  run: (ctx: CallerContext, readInput: () => unknown) => Promise<unknown>
}

const t = initTRPC
  .context<CallerContext>()
  .meta<OperationMeta>()
  .create({
    transformer: superjson,
    errorFormatter: ({ shape, error }) =>
      error instanceof ServiceError ? { ...shape, error: { code: error.error, ...error.extras } } : shape,
  })

export const { router, createCallerFactory } = t

/** What went wrong, as a ServiceError; of parameters that do not fit, what would be right. */
const serviceError = (error: unknown, accepted: readonly string[]): ServiceError =>
  error instanceof z.ZodError ? parameterError(error, accepted) : asServiceError(error)

const causeOf = (error: TRPCError): unknown => (error instanceof ServiceError ? error : (error.cause ?? error))

const requirePlan = (ctx: CallerContext, meta: OperationMeta | undefined): void => {
  if (meta?.plan != null && !reaches(ctx.caller.plan, meta.plan))
    throw upgradeRequired(ctx, meta.plan, `${meta.openapi.path} needs plan ${meta.plan} or higher.`)
}

const planned = t.procedure.use(async ({ ctx, meta, next }) => {
  requirePlan(ctx, meta)
  const result = await next()
  if (!result.ok) throw serviceError(causeOf(result.error), Object.keys(meta?.input.shape ?? {}))
  return result
})

/** The call needs a higher plan. */
export const upgradeRequired = (ctx: CallerContext, plan: Plan, why: string): ServiceError =>
  new ServiceError('upgrade_required', `${why} This key is on plan ${ctx.caller.plan}.`, {
    plan,
    pricing: ctx.service.pricing,
  })

/** What the table of endpoints says of an operation. */
type EndpointOf<Input, Output> = {
  plan: Plan | null
  path: `/${string}`
  tag: string
  summary: string
  description: string
  input: Input
  output: Output
  counted?: boolean
}

type Handler<Input extends z.ZodObject, Output extends z.ZodType> = (call: {
  ctx: OperationContext
  input: z.output<Input>
}) => Promise<z.output<Output> | CompressedResponse<z.output<Output>>>

/** An operation taken apart: what tRPC knows of it before it is a query or a mutation, and what it then does. */
const define = <Input extends z.ZodObject, Output extends z.ZodType>(
  endpoint: EndpointOf<Input, Output>,
  { method, status }: { method: OperationMeta['openapi']['method']; status: OperationMeta['status'] },
  answer: Handler<Input, Output>,
) => {
  const { plan, path, tag, summary, description, input, output, counted = true } = endpoint
  const accepted = Object.keys(input.shape)

  const find = async (ctx: CallerContext, parameters: z.output<Input>) => {
    const found = await answer({ ctx: { ...ctx, endpoint: { path, plan } }, input: parameters })
    if (ctx.validateResponses) check(output, await decoded(found))
    return found
  }

  const meta: OperationMeta = {
    plan,
    input,
    output,
    counted,
    status,
    openapi: { method, path, tags: [tag], summary, description },
    run: async (ctx, readInput) => {
      try {
        requirePlan(ctx, meta)
        const found = await find(ctx, input.parse(await readInput()))
        return ctx.acceptsCompressed ? found : await decoded(found)
      } catch (error) {
        throw serviceError(error, accepted)
      }
    },
  }
  return {
    procedure: planned.meta(meta).input(input),
    resolve: async ({ ctx, input: parameters }: { ctx: CallerContext; input: unknown }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tRPC's type of what `input` has parsed is opaque to a generic
      decoded(await find(ctx, parameters as z.output<Input>)),
  }
}

/**
 * An operation of the contract that reads: one row of its table of endpoints, and the function that answers it.
 *
 * The plan is checked before the parameters, the parameters before anything is read. Unknown parameters, wrong values
 * and everything else that goes wrong reach every caller as a ServiceError.
 */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType>(
  endpoint: EndpointOf<Input, Output>,
  answer: Handler<Input, Output>,
) => {
  const { procedure, resolve } = define(endpoint, { method: 'GET', status: 200 }, answer)
  return procedure.query(resolve)
}

/** An operation of the contract that changes something, else like `operation`. */
export const action = <Input extends z.ZodObject, Output extends z.ZodType>(
  endpoint: EndpointOf<Input, Output> & { method: 'POST' | 'DELETE'; status?: 200 | 201 },
  answer: Handler<Input, Output>,
) => {
  const { method, status = 200 } = endpoint
  const { procedure, resolve } = define(endpoint, { method, status }, answer)
  return procedure.mutation(resolve)
}

/** An answer as data, also where it is stored compressed. */
const decoded = async <Data>(found: Data | CompressedResponse<Data>): Promise<Data> =>
  found instanceof CompressedResponse ? found.decode() : found

/** @throws TypeError for an answer that is not of its schema: a fault of ours, never of the caller. */
const check = (output: z.ZodType, answer: unknown): void => {
  const checked = output.safeParse(answer)
  if (!checked.success) throw new TypeError(`The answer is not of its schema:\n${z.prettifyError(checked.error)}`)
}
