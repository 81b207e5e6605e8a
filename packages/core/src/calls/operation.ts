import type { AnyProcedure } from '@trpc/server'
import { z } from 'zod'
import type { ChangedPart, Plan } from '../contract/index.ts'

/** The HTTP methods of the contract. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A part of records; `all games`: the games of all records, whatever is in the input; `live`: what the live board shows of the games
 * that the response names.
 */
export type Invalidation = ChangedPart | 'all games' | 'live'

/**
 * How an endpoint that needs a write key reads its input. `dry_run` is a parameter of the query, if the input has it; the other fields are
 * those of a JSON object in the body; an error lists everything that is wrong with them.
 */
export type WriteInput = {
  /** The field of the input that is the whole body, if one is; its handler checks it. */
  body?: string
  /** Whether the body is a form (multipart/form-data): its texts are fields of the input, and its files the field `files`. */
  form?: boolean
  /** The schema of that body, for the OpenAPI document. */
  schema?: z.ZodType
  /** Whether that body is a stream of lines of JSON, each of the schema, and the response one of `lines`. By default it is JSON. */
  lines?: z.ZodType
  /** Bytes of the body at most, of a stream those of a line; 64 kB by default. */
  maxBytes?: number
}

/** What an endpoint is besides its input and output, as its procedure says it in `.meta()`. */
export type EndpointMeta = {
  /** The lowest plan that reaches the endpoint; null: no key needed, or a write key. */
  plan: Plan | null
  /** How an endpoint of the write API reads its input; only these have it. A write key is needed, and no plan. */
  write?: WriteInput
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
  Required<Omit<EndpointMeta, 'events' | 'openapi' | 'extension' | 'callbacks' | 'write'>> & {
    write: WriteInput | null
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
    /** Parameters: of the path and, for GET, of the query; for other methods, the fields of the JSON body. */
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
    write: null,
    ...fields,
    ...description,
    tag: tags[0],
    name,
    input,
    output: result,
    procedure,
  }
}
