import { operations, router, type ServiceInfo } from '@basketball-data/core'
import { examplesFor, type Examples } from './examples.ts'
import { HEADERS, IDEMPOTENCY_KEY, REQUEST_HEADERS, requestHeaders } from './headers.ts'
import { buildPaths } from './operations.ts'
import { otherResponses, responseComponents, successResponse } from './responses.ts'
import { buildSchemas } from './schemas.ts'
import { listEndpoints, type OpenApiDocument, type OperationObject, type Schema, type SecurityScheme } from './types.ts'
import { DELIVERY_HEADERS } from './webhooks.ts'

const DESCRIPTION = `Competitions, seasons, teams, players, games, box scores, play-by-play, shots, standings and statistics of basketball,
as JSON. The data is read-only. Webhooks receive final scores and finished periods as they happen.

Every success response is \`{data, meta}\`, every error \`{error: {code, message, docs, …}}\`. An endpoint accepts only
the parameters listed here. Identifiers never change; dates are the calendar day at the venue; date-times are UTC.
Version 1 only gains fields, parameters and endpoints: ignore fields that you do not know.

\`HEAD\` works wherever GET does, returns the headers only, and is counted as GET; \`OPTIONS\` needs no key and is not counted.
Any other method returns 405 with the code \`bad_request\`, and the header \`Allow\` lists the methods of the path.
A path that is not listed here returns 404 \`not_found\`. Every response to a GET but a stream has an ETag: send it back as \`If-None-Match\`
to get 304 without a body until the data changes. \`X-Request-Id\` identifies a call: send your own, or read the generated one.`

/** The version of the service, which is also in its base address. */
const VERSION = '1'

/** Name, version and licence of a document. */
export const infoObject = (
  { name, docs }: Pick<ServiceInfo, 'name' | 'docs'>,
  summary = 'Basketball data over HTTP.',
  description = DESCRIPTION,
): OpenApiDocument['info'] => ({
  title: name,
  version: VERSION,
  summary,
  description,
  contact: { name, url: docs },
  license: { name: 'MIT', identifier: 'MIT' },
})

/** The groups of endpoints, in the order of the document. */
const TAGS = [
  { name: 'Service', description: 'The service index, and the usage of an account.' },
  { name: 'Competitions', description: 'Competitions and their seasons.' },
  { name: 'Teams', description: 'Teams with their rosters, recent form and head-to-head records.' },
  { name: 'Players', description: 'Players with their teams, game logs, season averages and splits.' },
  { name: 'Games', description: 'Games by day, competition or team, with box scores, play-by-play and shot charts.' },
  { name: 'Statistics', description: 'Standings and league leaders of a season.' },
  {
    name: 'Prices',
    description:
      'Closing prices of bookmakers, and betting trends at these prices. These endpoints are an addition of this service.',
  },
  {
    name: 'Charts',
    description:
      'Pictures of shots and scores, as SVG documents: a whole response is a picture, and errors are JSON as everywhere. An addition of this service.',
  },
  {
    name: 'Streams',
    description:
      'Scores and plays as they happen, as server-sent events that go on where a connection was cut. An addition of this service.',
  },
  {
    name: 'Changes',
    description: 'The log of what has changed, for copies of the data. An addition of this service.',
  },
  {
    name: 'Webhooks',
    description:
      'Webhooks receive final scores, each period of a game in progress when it ends and, if they name them, other events of games.',
  },
]

const usedTags = (paths: OpenApiDocument['paths']): OpenApiDocument['tags'] => {
  const used = new Set(listEndpoints({ paths }).flatMap(({ operation }) => operation.tags))
  return TAGS.filter(({ name }) => used.has(name))
}

/** A key can be sent in either of two headers. */
export const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <key>' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'X-API-Key: <key>' },
}

/** The operation that serves this document; it is not one of the router. */
export const documentOperation = (service: ServiceInfo): OperationObject => {
  const traits = {
    needsKey: false,
    readOnly: true,
    isStream: false,
    isPicture: false,
    hasBody: false,
    hasId: false,
    looksUpParameter: false,
  }
  const example = { openapi: '3.1.0', info: { title: service.name, version: VERSION }, paths: {} }
  return {
    operationId: 'getOpenApiDocument',
    summary: 'OpenAPI document',
    description: 'The OpenAPI 3.1 description of this service. It is not wrapped in an envelope. Needs no key.',
    tags: ['Service'],
    'x-minimum-plan': null,
    security: [],
    parameters: requestHeaders(traits),
    responses: {
      200: successResponse('The OpenAPI document', traits, { $ref: '#/components/schemas/OpenApiDocument' }, example),
      ...otherResponses(traits),
    },
  }
}

/** The schema of an OpenAPI document. */
export const DOCUMENT_SCHEMA: Schema = {
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

/**
 * The OpenAPI document of the service. Every parameter, record, header and error is a named component. Building it takes
 * some milliseconds: build it once. `captured` replaces the committed examples.
 */
export const buildDocument = (service: ServiceInfo, captured?: Examples): OpenApiDocument => {
  const schemas = buildSchemas({ router, operations })
  const examples = examplesFor(service, captured)
  const { paths, parameters } = buildPaths(schemas, examples)
  return {
    openapi: '3.1.0',
    info: infoObject(service),
    servers: [{ url: service.base, description: 'Version 1' }],
    externalDocs: { url: service.docs, description: 'Documentation' },
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] })),
    tags: usedTags(paths),
    paths: { ...paths, '/openapi.json': { get: documentOperation(service) } },
    components: {
      schemas: { ...schemas.components, OpenApiDocument: DOCUMENT_SCHEMA },
      parameters: { ...parameters, ...REQUEST_HEADERS, IdempotencyKeyParameter: IDEMPOTENCY_KEY, ...DELIVERY_HEADERS },
      headers: HEADERS,
      responses: responseComponents(examples),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
