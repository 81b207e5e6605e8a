import type { KeyObject } from 'node:crypto'
import type { AnyProcedure } from '@trpc/server'
import { z } from 'zod'
import type {
  ChangedPart,
  EventStream,
  Game,
  GameStreamEvent,
  Plan,
  PlanTable,
  StreamEvent,
  StreamStart,
} from './contract/index.ts'
import type { ServiceError } from './errors.ts'
import type { Store } from './store/index.ts'

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

/** What a key and its account have used at a moment. All times are of the clock of the database. */
export type KeyUsage = {
  /** The moment, as Unix time in milliseconds. */
  at: number
  /** The UTC day of the moment. */
  day: string
  /** Calls of the key in the last 60 seconds. */
  minute_used: number
  /** When the first of them stops counting, as Unix time in milliseconds: at most 60 seconds after `at`. */
  minute_frees_at: number
  /** Counted calls of the account since 00:00 UTC. */
  day_used: number
  /** Counted calls of the account since the first of the month, UTC. */
  month_used: number
}

/** A call made with a valid key: the key, its account, and what both have used, this call included if it was counted. */
export type CountedCall = KeyUsage & {
  key_id: string
  account_id: string
  /** The key redacted, as Usage shows it. */
  hint: string
  plan: Plan
  /** The error if the call is over a limit, else null. */
  refused: ServiceError | null
  /**
   * The change number of the database, read after the call came in (decision 7). Null: not known to be read after it.
   */
  change: number | null
  /** The second and the day in which the call was counted, for a refund; null if it was not counted. */
  counted: { key_id: string; second: number; day: string } | null
}

/**
 * The caller of an operation. Code that embeds the core has no key (`call` is null) and can name an account. `by` is the
 * account that the audit log names: that of the key, or the one that is signed in; null for an embedding app.
 */
export type Caller = { plan: Plan; account: string | null; by: string | null; call: CountedCall | null }

/** The values of AttemptError. */
export const ATTEMPT_ERRORS = ['timeout', 'dns', 'address', 'tls', 'connection', 'response', 'secret'] as const

/**
 * Why an attempt got no status: no complete response in time, a name that does not resolve, a forbidden address, no TLS
 * session, no connection or an interrupted one, a response that is not HTTP, or a secret that cannot be decrypted (then
 * nothing was sent).
 */
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]

/** One attempt of a delivery, for logs. The address is left out because it may contain secrets. */
export type DeliveryAttempt = {
  /** The webhook's id. */
  webhook: string
  /** The event's id, which is also that of the delivery. */
  delivery: string
  /** Counts the attempts of the delivery, from 1. */
  number: number
  /** Whether it is a test delivery, which a call sends and not a worker. */
  test: boolean
  /** Whether somebody asked for it: such an attempt is not retried. */
  resent: boolean
  /** The HTTP status of the response; null without one. */
  status: number | null
  /** Why there is no status; null with one. */
  error: AttemptError | null
  /** Milliseconds. */
  duration: number
}

/** How an operator has set up webhooks. */
export type WebhookSettings = {
  /** Encrypts the secrets. Null without SECRETS_KEY: webhooks can be neither created nor delivered to. */
  key: KeyObject | null
  /** The rules for the urls of webhooks. */
  rules: {
    /** Allows private addresses, http, other ports and the service itself: for development and tests only. */
    allowPrivate: boolean
    /** The host of this service, if it is known and its public address names no port: a name, or an address without brackets. */
    ownHost?: string
  }
  /** Days for which an event is stored with its deliveries and their attempts. */
  deliveryDays: number
  /** Called after every test delivery. */
  onTestAttempt: (attempt: DeliveryAttempt) => void
}

/** Who opens a stream, and where it goes on. */
export type StreamOptions = {
  /** The account whose open streams are limited; null: none. */
  account: string | null
  /** The key with which the stream ends when it is revoked; null: none. */
  key: string | null
  plan: Plan
  /** How many streams the account may have open at the same time; null: no limit. */
  limit: number | null
  /** The lowest plan that has the stream. */
  minimum: Plan
  /** The present moment on the clock of the database, as Unix time in milliseconds. */
  at: number
  /** The id of the event after which the stream goes on; undefined: it begins. */
  after: string | undefined
  /** Ends the stream when whoever serves it stops; null: nobody does. */
  ending: AbortSignal | null
}

/** The streams of a process. */
export type Streams = {
  /**
   * Opens the stream of a game.
   * @param options `check` throws if the caller may not read the game
   * @throws ServiceError rate_limited, not_found, or bad_request for an id that no event has
   */
  openGame: (
    id: string,
    options: StreamOptions & { check: (game: Game) => void },
  ) => Promise<EventStream<GameStreamEvent>>
  /**
   * Opens the stream of all games.
   * @param options `matches` is whether the caller wants the changes of a game
   * @throws ServiceError rate_limited, or bad_request for an id that no event has
   */
  openAll: (
    options: StreamOptions & { matches: (game: Game) => boolean },
  ) => Promise<EventStream<StreamEvent | StreamStart>>
  /** The number of open streams of this process. */
  open: () => number
  /** Ends all streams. */
  close: () => Promise<void>
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
  /** Ends the streams of the transport when it stops; null: only the core does. */
  ending: AbortSignal | null
  caller: Caller
  /** The endpoint that is called. */
  endpoint: { path: string; plan: Plan | null }
  /** The value of `Idempotency-Key`: repeating a call with the same key has no further effect. */
  idempotencyKey: string | null
}

/** The HTTP methods of the contract. */
export type HttpMethod = 'GET' | 'POST' | 'DELETE'

/** A part of records; `all games`: the games of all records, whatever is in the input. */
export type Invalidation = ChangedPart | 'all games'

/** What an endpoint is besides its input and output, as its procedure says it in `.meta()`. */
export type EndpointMeta = {
  /** The lowest plan that reaches the endpoint; null: no key needed. */
  plan: Plan | null
  /** Whether calls count against the limits; by default they do. */
  counted?: boolean
  /**
   * Whether only the primary answers, and no replica: what an account has is read, or something is written. By default so
   * for what is not a GET.
   */
  onPrimary?: boolean
  /**
   * The parts of the records in its input whose change invalidates a cached response, besides those of the records that it
   * names; null: its responses are not cached. By default `games` and `description` for a GET with a key that replicas answer.
   */
  invalidatedBy?: readonly Invalidation[] | null
  /** Whether the response depends on the time of day, besides the days that a plan may read; by default not. */
  dependsOnTime?: boolean
  /** Whether a success shows a secret, which no cache may store; by default not. */
  showsSecret?: boolean
  /** Whether the response waits for somebody else's server, so that the deadline of a call does not apply; by default not. */
  waitsForReceiver?: boolean
  /** HTTP status of a success; 200 by default. */
  status?: 200 | 201
  /** The events of a subscription, in place of an output. */
  events?: z.ZodType
  /** Present if the endpoint is an addition to the contract. */
  extension?: true
  /** Present if the webhook that the endpoint creates gets events, which the OpenAPI document describes as callbacks. */
  callbacks?: true
  /** What else people call it, for a search; by default nothing. */
  aliases?: string
  /** Where the endpoint is below /v1, and how the OpenAPI document describes it. */
  openapi: {
    /** False for a subscription: generateOpenApiDocument of trpc-to-openapi throws for one. */
    enabled?: false
    /** Its name in generated clients, which never changes. */
    operationId: string
    method: HttpMethod
    path: `/${string}`
    tags: [string]
    summary: string
    description: string
  }
}

/** An endpoint with its defaults, and the procedure that serves it. */
export type Operation = Readonly<
  Required<Omit<EndpointMeta, 'events' | 'openapi' | 'extension' | 'callbacks'>> & {
    extension: boolean
    callbacks: boolean
    operationId: string
    /** The name of its procedure in the router, like `games.list`. */
    name: string
    method: HttpMethod
    path: `/${string}`
    tag: string
    summary: string
    description: string
    /** Parameters: of the path and, for GET, of the query; for POST, the fields of the JSON body. */
    input: z.ZodObject
    output: z.ZodType
    procedure: AnyProcedure
  }
>

/** What is read with a key and is not about its account. */
const isCacheable = ({ plan, onPrimary = false, openapi: { method } }: EndpointMeta): boolean =>
  method === 'GET' && plan !== null && !onPrimary

/**
 * The operation of a procedure, with the defaults of its endpoint.
 * @throws TypeError for a procedure that is no endpoint: `.meta()`, `.input()` or `.output()` is missing
 */
export const toOperation = (name: string, procedure: AnyProcedure, meta: EndpointMeta | undefined): Operation => {
  const { inputs, output }: { inputs?: unknown[]; output?: unknown } = procedure._def
  const [input] = inputs ?? []
  const result = meta?.events ?? output
  if (meta === undefined || !(input instanceof z.ZodObject) || !(result instanceof z.ZodType))
    throw new TypeError(`The procedure ${name} needs .meta(), .input() of an object, and .output().`)
  const { openapi, events: _events, ...fields } = meta
  const { tags, enabled: _enabled, ...description } = openapi
  return {
    counted: true,
    onPrimary: openapi.method !== 'GET',
    invalidatedBy: isCacheable(meta) ? ['games', 'description'] : null,
    dependsOnTime: false,
    showsSecret: false,
    waitsForReceiver: false,
    status: 200,
    aliases: '',
    extension: false,
    callbacks: false,
    ...fields,
    ...description,
    tag: tags[0],
    name,
    input,
    output: result,
    procedure,
  }
}
