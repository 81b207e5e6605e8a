import {
  initTRPC,
  tracked,
  TRPCError,
  type TRPCBuiltRouter,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
  type TRPCSubscriptionProcedure,
} from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import { eventSchemaOf, isEventStream, type ErrorCode, type EventStream } from './contract/index.ts'
import { asServiceError, badRequest, errorResponseOf, ServiceError } from './errors.ts'
import { invoke, type InvokeContext } from './invoke.ts'
import type { HttpMethod, Operation, ServiceInfo } from './operation.ts'
import { mapOperations, type operationTable } from './operations.ts'

/** The context of the calls of one request, as `createContext` of a tRPC server returns it: `core.context()` is enough. */
export type TrpcContext = InvokeContext & {
  /** Identifies the request in messages of server errors. Default: "unknown". */
  requestId?: string | undefined
  /** The error if the body of the request cannot be read. Each call of the batch fails with it when it reads its input. */
  bodyError?: ServiceError | null | undefined
}

const TRPC_CODE = {
  bad_request: 'BAD_REQUEST',
  unknown_parameter: 'UNPROCESSABLE_CONTENT',
  unauthorized: 'UNAUTHORIZED',
  upgrade_required: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  rate_limited: 'TOO_MANY_REQUESTS',
  quota_exceeded: 'TOO_MANY_REQUESTS',
  server_error: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, TRPCError['code']>

const toTrpcError = (error: unknown): TRPCError => {
  const cause = asServiceError(error)
  return new TRPCError({ code: TRPC_CODE[cause.code], message: cause.message, cause })
}

/** Maps an error of a tRPC call, thrown by the operation or by tRPC itself, to a ServiceError. */
export const fromTrpcError = (error: TRPCError): ServiceError => {
  if (error.cause instanceof ServiceError) return error.cause
  switch (error.code) {
    case 'NOT_FOUND':
      return new ServiceError('not_found', `${error.message}; procedures are called as in "games.list".`)
    case 'METHOD_NOT_SUPPORTED':
      return badRequest('Queries are called with GET, mutations with POST.', ['GET', 'POST'])
    case 'UNSUPPORTED_MEDIA_TYPE':
      return badRequest('The body must be sent with "Content-Type: application/json".')
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
      // The message of the parser may repeat the input.
      return badRequest('The call is not one that a tRPC client with superjson and a batch of the allowed size makes.')
    default:
      return asServiceError(error)
  }
}

/** An input as superjson writes it. */
type Envelope = { json: unknown; meta?: unknown }

const isEnvelope = (sent: unknown): sent is Envelope => typeof sent === 'object' && sent !== null && 'json' in sent

const Undefined = z.tuple([z.literal('undefined')])

/**
 * What superjson writes beside an input. Inputs are objects of texts, numbers and lists of texts: all that JSON has no value for is
 * a parameter, or a whole input, that is undefined. Superjson itself would build whatever is named here, before it is validated.
 */
const Meta = z
  .strictObject({ values: z.union([Undefined, z.record(z.string(), Undefined)]), v: z.number() })
  .partial()
  .nullish()

const UNSUPPORTED =
  'The meta of superjson may only mark parameters as undefined; send dates as texts such as "2026-11-20".'

/** @throws ServiceError bad_request for an input of anything but JSON and undefined */
const readEnvelope = ({ json, meta }: Envelope): unknown => {
  const parsed = Meta.safeParse(meta)
  if (!parsed.success) throw badRequest(UNSUPPORTED)
  const values = parsed.data?.values ?? {}
  if (Array.isArray(values)) return undefined
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, Object.hasOwn(values, name) ? undefined : value]),
  )
}

const transformer = {
  serialize: (output: unknown) => superjson.serialize(output),
  /** Parameters without the envelope of superjson would be read as no parameters. */
  deserialize: (sent: unknown) => {
    try {
      if (!isEnvelope(sent)) throw badRequest('The input must be as superjson writes it: {"json": {…}}.')
      return readEnvelope(sent)
    } catch (error) {
      throw toTrpcError(error)
    }
  },
}

/** Milliseconds between two pings of a subscription, which show both sides that the connection works. */
const PING_INTERVAL = 15_000
/** Milliseconds without an event or a ping after which a client connects again. */
const INACTIVITY = 40_000

const setUp = ({ docs }: ServiceInfo) =>
  initTRPC.context<TrpcContext>().create({
    transformer,
    isDev: false, // a stack in a response is a leak
    sse: { ping: { enabled: true, intervalMs: PING_INTERVAL }, client: { reconnectAfterInactivityMs: INACTIVITY } },
    errorFormatter: ({ shape, error, ctx }) => {
      // A request that tRPC cannot read has no context.
      const { fields, status } = errorResponseOf(fromTrpcError(error), {
        docs,
        requestId: ctx?.requestId ?? 'unknown',
      })
      const { code, message, ...extras } = fields
      const httpStatus = status === 503 ? status : shape.data.httpStatus
      return { ...shape, message, data: { ...shape.data, httpStatus }, error: { code, ...extras } }
    },
  })

const readInput = async ({ bodyError }: TrpcContext, getRawInput: () => Promise<unknown>): Promise<unknown> => {
  if (bodyError != null) throw bodyError
  try {
    return (await getRawInput()) ?? {}
  } catch (error) {
    throw error instanceof TRPCError ? fromTrpcError(error) : error
  }
}

/** The input of a subscription: tRPC adds the id of the last event to it when a client connects again. */
const resumed = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || !('lastEventId' in input)) return input
  const { lastEventId, ...rest } = input
  return { ...rest, after: lastEventId }
}

/**
 * The events of a stream, each with the id after which a client goes on.
 * @throws TRPCError also when the service stops, since a client connects again only after a failure of the server
 */
const trackedEvents = async function* (output: unknown) {
  if (!isEventStream(output)) throw new TypeError('The output of a subscription is a stream.')
  try {
    for await (const event of output) yield tracked(event.id, event)
  } catch (error) {
    throw toTrpcError(error)
  }
  if ((await output.ended) === 'stopped')
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'The service is restarting; connect again.' })
}

/** The tRPC router of a service: a subscription for each operation that streams, a query for each operation that reads, a mutation for each that changes something. */
export const createRouter = (service: ServiceInfo): AppRouter => {
  const t = setUp(service)
  const toProcedure = (operation: Operation) => {
    // Only a middleware can read the input late: `invoke` checks the plan before it.
    const isStream = eventSchemaOf(operation.output) !== undefined
    const invoked = t.procedure.use(async ({ ctx, getRawInput, next }) => {
      try {
        const read = async () => {
          const input = await readInput(ctx, getRawInput)
          return isStream ? resumed(input) : input
        }
        return await next({ ctx: { output: await invoke(ctx, operation, { read, write: (output) => output }) } })
      } catch (error) {
        throw toTrpcError(error)
      }
    })
    if (isStream) return invoked.subscription(({ ctx }) => trackedEvents(ctx.output))
    return operation.method === 'GET'
      ? invoked.query(({ ctx }) => ctx.output)
      : invoked.mutation(({ ctx }) => ctx.output)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- AppRouter is derived from the table that is mapped here
  return t.router(mapOperations(toProcedure)) as unknown as AppRouter
}

type ProcedureOf<Entry> =
  Entry extends Operation<infer Input, infer Output, infer Method>
    ? z.output<Output> extends EventStream<infer Event>
      ? Subscription<z.input<Input>, Event>
      : HttpProcedure<Method, { input: z.input<Input>; output: z.output<Output>; meta: object }>
    : never

type Subscription<Input, Event> = TRPCSubscriptionProcedure<{
  input: Input
  output: AsyncIterable<{ id: string; data: Event }, void>
  meta: object
}>

type HttpProcedure<
  Method extends HttpMethod,
  Types extends { input: unknown; output: unknown; meta: unknown },
> = Method extends 'GET' ? TRPCQueryProcedure<Types> : TRPCMutationProcedure<Types>

type ProceduresOf<Table> = {
  [Name in keyof Table]: Table[Name] extends Operation ? ProcedureOf<Table[Name]> : ProceduresOf<Table[Name]>
}

type Root = ReturnType<typeof setUp>['_config']['$types']

/** The type of the router, for tRPC clients. */
export type AppRouter = TRPCBuiltRouter<Root, ProceduresOf<typeof operationTable>>
