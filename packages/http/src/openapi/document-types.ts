import type { Plan } from '@basketball-data/core/contract'

/** A JSON Schema (2020-12), as far as the document uses it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  examples?: unknown[]
}

/** Points to a named component. */
export type Reference = { $ref: string }

/** A parameter in the path, the query or a header. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: Schema
}

/** A header of an answer; `required` where every such answer carries it. */
export type Header = { description: string; required?: boolean; schema: Schema; example: string | number }

/** An example answer, with a line that says what it shows. */
export type Example = { summary: string; value: unknown }

/** The content of an answer or a request; all of it is JSON. */
export type Content = { 'application/json': { schema: Schema; examples: Record<string, Example> } }

/** What an endpoint answers with one status. */
export type Response = { description: string; headers: Record<string, Reference>; content?: Content }

/** What is sent with a request. */
export type RequestBody = { required: true; description: string; content: Content }

/** One endpoint. */
export type Endpoint = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  /** The lowest plan that reaches it; null: no key needed. */
  'x-minimum-plan': Plan | null
  /** Present on endpoints that this service adds to the contract. */
  'x-extension'?: true
  /** Empty where no key is needed; absent where the document's own applies. */
  security?: []
  parameters: Reference[]
  requestBody?: RequestBody
  /** The success stands here itself, all else is a reference. */
  responses: Record<string, Response | Reference>
}

/** How an endpoint is called. */
export type Method = 'get' | 'post' | 'delete'

/** An event as it is sent to an address of the reader's. */
export type EventEndpoint = Pick<Endpoint, 'operationId' | 'summary' | 'description' | 'tags'> & {
  security: []
  parameters: Reference[]
  requestBody: RequestBody
  /** What the address may answer, and what comes of it. */
  responses: Record<string, { description: string }>
}

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
  paths: Record<string, { [method in Method]?: Endpoint }>
  webhooks: Record<string, { post: EventEndpoint }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, Response>
    securitySchemes: Record<string, SecurityScheme>
  }
}
