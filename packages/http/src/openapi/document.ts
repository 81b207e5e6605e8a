import { operations, type Operation, type ServiceInfo } from '@basketball-data/core'
import { ERROR_BODIES } from '@basketball-data/core/contract'
import type { z } from 'zod'
import type { Endpoint, OpenApiDocument, Reference, RequestBody, Response, Schema } from './document-types.ts'
import { endpointsOf } from './endpoints.ts'
import { errorReferences, errorResponses } from './error-responses.ts'
import { DELIVERY_HEADERS, eventEndpoints, IDEMPOTENCY_KEY } from './events.ts'
import { successExamples } from './examples/index.ts'
import { newWebhook } from './examples/webhooks.ts'
import { generate } from './generate.ts'
import { headers, HEADERS, RATE, REQUEST_HEADERS, requestHeaders } from './headers.ts'
import { operationId } from './operation-id.ts'
import { parameterComponents } from './parameters.ts'
import { EXTENSIONS, SECURITY_SCHEMES, TAGS } from './sections.ts'
import { tidy, tidyAll } from './tidy.ts'

const DESCRIPTION = `Competitions, seasons, teams, players, games, box scores, play-by-play, shots, standings and statistics of basketball,
as JSON: the data is read-only. Webhooks receive final scores and finished periods as they happen.

Every success answer is \`{data, meta}\`, every error answer \`{error: {code, message, docs, …}}\`. Every endpoint takes only
the parameters listed here. Identifiers never change; dates are the venue's own calendar day; date-times are UTC.
Within version 1 there are only additions: read what you know and pass over what you do not.

\`HEAD\` is answered wherever GET is, as GET without the body, and counted as GET; \`OPTIONS\` is answered without a key and not counted.
Any other method is refused with 405: an error like all others, its code \`bad_request\`, and the header \`Allow\` names the methods of the path.
A path that is not here is 404 \`not_found\`. Every answer to a GET has an ETag: sent back as \`If-None-Match\`, it gets 304
without a body while nothing has changed. \`X-Request-Id\` names a call: send one of your own, or read the one that was made.`

const VERSION = '1'

type Success = { description: string; reads: boolean; keyed: boolean; schema: Schema; example: unknown }

const success = ({ description, reads, keyed, schema, example }: Success): Response => ({
  description,
  headers: headers('X-Request-Id', ...(reads ? (['ETag'] as const) : []), 'Cache-Control', ...(keyed ? RATE : [])),
  content: { 'application/json': { schema, examples: { answer: { summary: description, value: example } } } },
})

/** The endpoint that serves this document; the router does not know it. */
const documentEndpoint = (service: ServiceInfo): Endpoint => ({
  operationId: 'getOpenApiDocument',
  summary: 'This document',
  description: 'The machine-readable description of the service, OpenAPI 3.1, not in an envelope. Needs no key.',
  tags: ['Service'],
  'x-minimum-plan': null,
  security: [],
  parameters: requestHeaders(true),
  responses: {
    200: success({
      description: 'The OpenAPI document',
      reads: true,
      keyed: false,
      schema: { $ref: '#/components/schemas/OpenApiDocument' },
      example: { openapi: '3.1.0', info: { title: service.name, version: VERSION }, paths: {} },
    }),
    ...errorReferences({ keyed: false, reads: true, takesBody: false, byId: false, byReference: false }),
  },
})

const OpenApiDocumentSchema: Schema = {
  type: 'object',
  description: 'An OpenAPI 3.1 document.',
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$', maxLength: 10, description: 'Version of OpenAPI.' },
    info: { type: 'object', additionalProperties: true, description: 'Name, version and licence of the service.' },
    paths: { type: 'object', additionalProperties: true, description: 'Every endpoint by its path.' },
  },
  required: ['openapi', 'info', 'paths'],
  additionalProperties: true,
}

/** Parameters that name a record. */
const REFERENCES = ['competition', 'season', 'opponent']

/** Whether a parameter that names no record is an error: where it says of what the one record is, not what a list holds. */
const looksUp = (input: z.ZodObject, answer: Schema): boolean =>
  answer.properties?.['data']?.type !== 'array' && REFERENCES.some((name) => name in input.shape)

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const

const IDEMPOTENCY_REF: Reference = { $ref: '#/components/parameters/IdempotencyKey' }

/** What a request could send, by the name of its schema. */
const EXAMPLE_BODIES: Record<string, object> = { NewWebhook: newWebhook }

const infoOf = ({ name, docs }: ServiceInfo): OpenApiDocument['info'] => ({
  title: name,
  version: VERSION,
  summary: 'Basketball data over HTTP.',
  description: DESCRIPTION,
  contact: { name, url: docs },
  license: { name: 'MIT', identifier: 'MIT' },
})

/**
 * The OpenAPI document of the service: every endpoint of the core's router and this document's own, every parameter,
 * record, header and error as a named component. It takes some time to build; build it once.
 */
export const buildDocument = (service: ServiceInfo): OpenApiDocument => {
  const generated = generate(ERROR_BODIES)
  const schemas = tidyAll(generated.components.schemas)
  const parameters = parameterComponents(schemas)
  const examples = successExamples(service)

  /** What is sent as a body has a name of its own, and takes no fields but its own. */
  const bodyOf = ({ input }: Operation['meta'], schema: Schema): RequestBody => {
    const name = input.meta()?.id
    if (name === undefined) throw new TypeError('a body has no name')
    schemas[name] = { ...tidy(schema), additionalProperties: false }
    const description = schema.description ?? ''
    const examples = { request: { summary: description, value: EXAMPLE_BODIES[name] } }
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, examples } }
    return { required: true, description, content }
  }

  const endpointOf = ({ name, meta }: Operation): Endpoint => {
    const { path, tags, summary, description } = meta.openapi
    const method = METHODS[meta.openapi.method]
    const found = generated.paths[path]?.[method]
    if (found === undefined) throw new TypeError(`${method} ${path} was not generated`)
    const id = operationId(name)
    const [keyed, reads] = [meta.plan !== null, method === 'get']
    const schema = tidy(found.responses[200].content['application/json'].schema)
    const body = found.requestBody && bodyOf(meta, found.requestBody.content['application/json'].schema)
    const parameterRefs = [
      ...parameters.refer(found.parameters ?? [], meta.input, id),
      ...(meta.status === 201 ? [IDEMPOTENCY_REF] : []),
      ...requestHeaders(reads),
    ]
    return {
      operationId: id,
      summary,
      description,
      tags,
      'x-minimum-plan': meta.plan,
      ...(EXTENSIONS.has(name) && { 'x-extension': true as const }),
      ...(!keyed && { security: [] }),
      parameters: parameterRefs,
      ...(body && { requestBody: body }),
      responses: {
        [meta.status]: success({ description: summary, reads, keyed, schema, example: examples[name] }),
        ...errorReferences({
          keyed,
          reads,
          takesBody: body !== undefined,
          byId: path.includes('{'),
          byReference: looksUp(meta.input, schema),
        }),
      },
    }
  }

  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const { path, method } = operation.meta.openapi
    paths[path] = { ...paths[path], [METHODS[method]]: endpointOf(operation) }
  }
  const used = new Set(endpointsOf({ paths }).flatMap(({ endpoint }) => endpoint.tags))
  return {
    openapi: '3.1.0',
    info: infoOf(service),
    servers: [{ url: service.base, description: 'Version 1' }],
    externalDocs: { url: service.docs, description: 'Documentation for people' },
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] })),
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths: { ...paths, '/openapi.json': { get: documentEndpoint(service) } },
    webhooks: eventEndpoints(),
    components: {
      schemas: { ...schemas, OpenApiDocument: OpenApiDocumentSchema },
      parameters: {
        ...parameters.components,
        ...REQUEST_HEADERS,
        IdempotencyKey: IDEMPOTENCY_KEY,
        ...DELIVERY_HEADERS,
      },
      headers: HEADERS,
      responses: errorResponses(service),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
