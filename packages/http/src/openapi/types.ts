// The part of OpenAPI 3.1 that the document uses, with the names of its specification.
import type { Plan } from '@basketball-data/core/contract'

/** A JSON Schema (2020-12). */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  enum?: unknown[]
  /** The names of the values in generated code, if they differ. */
  'x-enum-varnames'?: string[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  examples?: unknown[]
}

/** Points to a component. */
export type Reference = { $ref: string }

/** A parameter in the path, the query or a header. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: Schema
}

/** A response header; `required` if every such response has it. */
export type Header = { description: string; required?: boolean; schema: Schema; example: string | number }

/** An example with a title. */
export type Example = { summary: string; value: unknown }

/** How a body is described. */
type Media = { schema: Schema; examples: Record<string, Example> }

/** The content of a request or a response by its type: JSON, or server-sent events or lines of JSON, where the schema is that of one. */
export type Content = {
  [type in 'application/json' | 'text/event-stream' | 'application/x-ndjson' | 'multipart/form-data']?: Media
}

/** The response with one status. */
export type ResponseObject = { description: string; headers: Record<string, Reference>; content?: Content }

/** The body of a request. */
export type RequestBody = { required: true; description: string; content: Content }

/** One endpoint: a method at a path. */
export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  /** The lowest plan that may call it; null: no key needed. Absent where a write key is needed. */
  'x-minimum-plan'?: Plan | null
  /** Present on operations that this service adds to the contract. */
  'x-extension'?: true
  /** Empty if no key is needed; if absent, the security of the document applies. */
  security?: []
  parameters: Reference[]
  requestBody?: RequestBody
  /** The success response is written out, the others are references. */
  responses: Record<string, ResponseObject | Reference>
  /** What the service sends to the webhook that the operation creates. */
  callbacks?: Callbacks
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** A method as the document writes it. */
export type Method = (typeof METHODS)[number]

/** A request that the service sends to a webhook. */
export type Delivery = Pick<OperationObject, 'operationId' | 'summary' | 'description'> & {
  security: []
  parameters: Reference[]
  requestBody: RequestBody
  /** How the service handles each status that the receiver may return. */
  responses: Record<string, { description: string }>
}

/** Requests that the service sends, by the type of the event and by the expression of their URL. */
export type Callbacks = Record<string, Record<string, { post: Delivery }>>

/** How a key is sent. */
export type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: 'bearer' }
  | { type: 'apiKey'; in: 'header'; name: string }
)

/** The OpenAPI 3.1 document of the service. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  externalDocs: { url: string; description: string }
  security: Record<string, []>[]
  tags: { name: string; description: string }[]
  paths: Record<string, { [method in Method]?: OperationObject }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, ResponseObject>
    securitySchemes: Record<string, SecurityScheme>
  }
}

/** An operation of the document with its path and method. */
export type Endpoint = { path: string; method: Method; operation: OperationObject }

/** The components that a value refers to, directly or through others, as `schemas/Game`. */
export const findUsed = (value: unknown, components: Partial<OpenApiDocument['components']>): Set<string> => {
  const used = new Set<string>()
  const follow = (referring: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(referring).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${kind}/${name}`
      if (used.has(key)) continue
      used.add(key)
      const { [name]: component }: Record<string, unknown> = Object(Object(components)[kind])
      if (component !== undefined) follow(component)
    }
  }
  follow(value)
  return used
}

/** Every operation of the document, in its order. */
export const listEndpoints = ({ paths }: Pick<OpenApiDocument, 'paths'>): Endpoint[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ path, method, operation }]
    }),
  )

/** The request that the service sends to a webhook, by the type of the event. */
export const listDeliveries = ({ paths }: Pick<OpenApiDocument, 'paths'>): Record<string, Delivery> =>
  Object.fromEntries(
    listEndpoints({ paths }).flatMap(({ operation: { callbacks = {} } }) =>
      Object.entries(callbacks).flatMap(([type, urls]) => Object.values(urls).map(({ post }) => [type, post])),
    ),
  )

/** The name of the component that a reference points to. */
export const componentName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)
