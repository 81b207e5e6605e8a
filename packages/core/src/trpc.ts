import {
  initTRPC,
  tracked,
  TRPCError,
  type AnyProcedure,
  type AnyRouter,
  type TRPCErrorFormatter,
  type TRPCDefaultErrorShape,
  type TrackedEnvelope,
} from '@trpc/server'
import { middlewareMarker, type MiddlewareResult } from '@trpc/server/unstable-core-do-not-import'
import superjson from 'superjson'
import { z } from 'zod'
import { isEventStream, type ErrorCode, type EventStream } from './contract/index.ts'
import { asServiceError, badRequest, toErrorResponse, ServiceError } from './errors.ts'
import { runCall, type Transport } from './calls/invoke.ts'
import type { InvokeContext, OperationContext, ServiceInfo } from './calls/context.ts'
import { toOperation, type EndpointMeta, type Operation } from './calls/operation.ts'

/** The context of the calls of one request, as `createContext` of a tRPC server returns it: `core.context()` is enough. */
export type TrpcContext = InvokeContext & {
  /** Identifies the request in messages of server errors. Default: "unknown". */
  requestId?: string | undefined
  /** The error if the body of the request cannot be read. Each call of the batch fails with it when it reads its input. */
  bodyError?: ServiceError | null | undefined
  /** How the output of a call is written; by default as tRPC's own transports send it. */
  write?: Transport<unknown>['write'] | undefined
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

/** How an error is written: as tRPC does, with the fields of the contract in `error`. */
type ErrorShape = TRPCDefaultErrorShape & { error: Omit<ReturnType<typeof toErrorResponse>['fields'], 'message'> }

const formatErrors =
  (docs: string): TRPCErrorFormatter<TrpcContext, ErrorShape> =>
  ({ shape, error, ctx }) => {
    // A request that tRPC cannot read has no context.
    const { fields, status } = toErrorResponse(fromTrpcError(error), { docs, requestId: ctx?.requestId ?? 'unknown' })
    const { code, message, ...extras } = fields
    const httpStatus = status === 503 ? status : shape.data.httpStatus
    return { ...shape, message, data: { ...shape.data, httpStatus }, error: { code, ...extras } }
  }

/** tRPC of the service: its context, the meta of its endpoints, superjson, and the shape of its errors. */
export const t = initTRPC
  .context<TrpcContext>()
  .meta<EndpointMeta>()
  .create({
    transformer,
    isDev: false, // a stack in a response is a leak
    sse: { ping: { enabled: true, intervalMs: PING_INTERVAL }, client: { reconnectAfterInactivityMs: INACTIVITY } },
    errorFormatter: formatErrors(''),
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
const trackedEvents = async function* <Event extends { id: string }>(stream: EventStream<Event>) {
  try {
    for await (const event of stream) yield tracked(event.id, event)
  } catch (error) {
    throw toTrpcError(error)
  }
  if ((await stream.ended) === 'stopped')
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'The service is restarting; connect again.' })
}

/** The output of a subscription: a stream, whose events tRPC sends with their ids. */
class TrackedStream<Event extends { id: string }> implements AsyncIterable<TrackedEnvelope<Event>> {
  readonly stream: EventStream<Event>
  constructor(stream: EventStream<Event>) {
    this.stream = stream
  }
  [Symbol.asyncIterator]() {
    return trackedEvents(this.stream)
  }
}

/** Makes a stream the output of a subscription. */
export const track = <Event extends { id: string }>(
  stream: EventStream<Event>,
): AsyncIterable<TrackedEnvelope<Event>> => new TrackedStream(stream)

/** Writes the output of a call for tRPC's own transports. */
const writeForTrpc = (output: unknown): unknown => (isEventStream(output) ? new TrackedStream(output) : output)

/** One middleware is the whole order of a call, because `.input()` is a middleware too, and comes after it. */
const invoked = t.middleware(
  async ({ ctx, path, type, getRawInput, next }): Promise<MiddlewareResult<OperationContext>> => {
    const operation = ctx.operations.get(path)
    if (operation === undefined) throw new TypeError(`The context has no operation ${path}.`)
    const read = async () => {
      const input = await readInput(ctx, getRawInput)
      return type === 'subscription' ? resumed(input) : input
    }
    const run = async (call: OperationContext, input: Record<string, unknown>) => {
      const options = { ctx: call, getRawInput: async () => input }
      const result = await next(options)
      if (!result.ok) throw result.error.cause ?? result.error
      return result.data instanceof TrackedStream ? result.data.stream : result.data
    }
    try {
      const data = await runCall({ ...ctx, run }, operation, { read, write: ctx.write ?? writeForTrpc })
      return { ok: true, marker: middlewareMarker, data }
    } catch (error) {
      throw toTrpcError(error)
    }
  },
)

/** Builds the procedure of an endpoint that reads. */
export const read = t.procedure.use(invoked)

/** Builds the procedure of an endpoint that changes something. */
export const change = t.procedure.use(invoked)

/** Builds the procedure of an endpoint of the write API: its handler gets `writer`, whose records it may write. */
export const write = t.procedure.use(invoked).use(({ ctx, next }) => {
  const { writer } = ctx.caller
  if (writer === null) throw new ServiceError('unauthorized', 'Only a write key writes, or core.writerFor(…).')
  return next({ ctx: { writer } })
})

/** The operations of a router, in its order. */
export const listOperations = (router: AnyRouter): Operation[] =>
  Object.entries<AnyProcedure & { meta?: EndpointMeta }>(router._def.procedures).map(([name, procedure]) =>
    toOperation(name, procedure, procedure.meta),
  )

/** A router whose errors name the documentation of a service. */
export const withDocs = <Router extends AnyRouter>(router: Router, { docs }: ServiceInfo): Router => {
  const _config = { ...router._def._config, errorFormatter: formatErrors(docs) }
  return { ...router, _def: { ...router._def, _config } }
}
