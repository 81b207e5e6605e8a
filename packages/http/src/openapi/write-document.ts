import { writeOperations, writeRouter, type Operation, type ServiceInfo } from '@basketball-data/core'
import { DOCUMENT_SCHEMA, documentOperation, infoObject, SECURITY_SCHEMES } from './document.ts'
import { examplesFor, type Examples } from './examples.ts'
import { HEADERS, headers, IDEMPOTENCY_KEY, RATE_HEADERS, REQUEST_HEADERS } from './headers.ts'
import { METHODS, requestBody } from './operations.ts'
import { collectParameters, listParameters } from './parameters.ts'
import { errorComponents, NOT_MODIFIED, WITH_KEY, WITH_RETRY, type ErrorResponses } from './responses.ts'
import { buildSchemas, resolve, type Schemas } from './schemas.ts'
import {
  findUsed,
  type OpenApiDocument,
  type OperationObject,
  type Reference,
  type ResponseObject,
  type Schema,
} from './types.ts'

const SUMMARY = 'Writing the games of a source.'

const DESCRIPTION = `The way in for a league that owns its data. A write key writes records of its source, or only games of one competition, and reads nothing.

Every success response is \`{data, meta}\`, every error \`{error: {code, message, docs, …}}\`. A body that is refused returns 400, and
\`error.details\` says what is wrong with it: up to 20 of \`{pointer, message}\`, where the pointer is a JSON pointer (RFC 6901) into the body.
With \`dry_run=true\` every call returns the same response and writes nothing.

A write key is for servers, not for web pages: no page of another origin can read the responses.`

const TAGS = [
  { name: 'Games', description: 'Games with everything known about them.' },
  { name: 'Records', description: 'Competitions, seasons, teams and players.' },
  { name: 'Files', description: 'Sheets of a league.' },
  { name: 'Service', description: 'This document.' },
]

const ERROR_RESPONSES: ErrorResponses = {
  BadRequest: { description: 'A parameter is invalid, or the call is not possible.', headers: WITH_KEY },
  BadBody: {
    description:
      'The body is not JSON, too large, or has invalid values or values of another source or competition: `details` says which.',
    headers: WITH_KEY,
  },
  Unauthorized: {
    description: 'The write key is missing or invalid.',
    headers: headers('X-Request-Id', 'WWW-Authenticate'),
  },
  NotFound: { description: 'The source of the key, or its competition, has no such game.', headers: WITH_KEY },
  UnknownParameter: { description: 'The query has a parameter that the endpoint does not accept.', headers: WITH_KEY },
  TooLarge: { description: 'The files are too large, or have too many games: send a part of them.', headers: WITH_KEY },
  BadFiles: {
    description:
      'The sheets have mistakes, which `details` lists by sheet, row and column, or a game in them is refused: nothing was imported. Or the query has a parameter that the endpoint does not accept (`unknown_parameter`).',
    headers: WITH_KEY,
  },
  TooManyRequests: {
    description: 'The calls per minute of the key are used up, or too many of its calls are being worked on.',
    headers: WITH_RETRY,
  },
  ServerError: { description: 'The service failed.', headers: WITH_KEY },
  Unavailable: {
    description:
      'The service cannot reach its database, or other writes take too long. Nothing was written, unless the message says that the response was lost: repeat the call.',
    headers: WITH_RETRY,
  },
}

const refer = (name: keyof typeof ERROR_RESPONSES): Reference => ({ $ref: `#/components/responses/${name}Response` })

type Traits = { hasBody: boolean; hasId: boolean; hasFiles: boolean }

const errorReferences = ({ hasBody, hasId, hasFiles }: Traits): Record<string, Reference> => ({
  400: refer(hasBody ? 'BadBody' : 'BadRequest'),
  401: refer('Unauthorized'),
  ...(hasId && { 404: refer('NotFound') }),
  ...(hasFiles && { 413: refer('TooLarge') }),
  422: refer(hasFiles ? 'BadFiles' : 'UnknownParameter'),
  429: refer('TooManyRequests'),
  500: refer('ServerError'),
  503: refer('Unavailable'),
})

const success = ({ summary, write }: Operation, schema: Schema, example: unknown): ResponseObject => ({
  description: summary,
  headers: headers('X-Request-Id', 'Cache-Control', ...RATE_HEADERS),
  content: {
    [write?.lines === undefined ? 'application/json' : 'application/x-ndjson']: {
      schema,
      examples: { response: { summary, value: example } },
    },
  },
})

const buildPaths = ({ inputs, outputs, bodies, components }: Schemas, examples: Examples['writes']) => {
  const parameters = collectParameters()
  const describe = (operation: Operation): OperationObject => {
    const { name, operationId, path, tag, summary, description, write } = operation
    const body = bodies[name]
    const isStream = write?.lines !== undefined
    const hasFiles = write?.form === true
    const type = isStream ? 'application/x-ndjson' : hasFiles ? 'multipart/form-data' : 'application/json'
    const example = examples[name]
    return {
      operationId,
      summary,
      description,
      tags: [tag],
      parameters: [
        ...parameters.add(listParameters(path, inputs[name] ?? {}, components), operationId),
        ...(isStream ? [] : [{ $ref: '#/components/parameters/IdempotencyKeyParameter' }]),
        { $ref: '#/components/parameters/RequestIdParameter' },
      ],
      ...(body !== undefined && {
        requestBody: requestBody(body, resolve(body, components).description ?? summary, example?.body, type),
      }),
      responses: {
        200: success(operation, outputs[name] ?? {}, example?.response),
        ...errorReferences({ hasBody: body !== undefined, hasId: path.includes('{'), hasFiles }),
      },
    }
  }
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of writeOperations) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [METHODS[method]]: describe(operation) }
  }
  return { paths, parameters: parameters.components }
}

type Components = OpenApiDocument['components']

/** The components that paths refer to, directly or through others. */
const pickUsed = (paths: OpenApiDocument['paths'], components: Components): Components => {
  const used = findUsed(paths, components)
  const pick = <Component>(kind: keyof Components, all: Record<string, Component>): Record<string, Component> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)))
  return {
    schemas: pick('schemas', components.schemas),
    parameters: pick('parameters', components.parameters),
    headers: pick('headers', components.headers),
    responses: pick('responses', components.responses),
    securitySchemes: components.securitySchemes,
  }
}

/** Makes a call that writes safe to repeat. */
const WRITE_IDEMPOTENCY_KEY = {
  ...IDEMPOTENCY_KEY,
  description:
    'Sent as a header: a unique text that you choose for this call. If you repeat the call with the same write key and body within 24 hours, it returns the same response and has no further effect. With another call or body it returns 400.',
}

/** The OpenAPI document of the write API of a service. `captured` replaces the committed examples. */
export const buildWriteDocument = (service: ServiceInfo, captured?: Examples): OpenApiDocument => {
  const schemas = buildSchemas({ router: writeRouter, operations: writeOperations })
  const examples = examplesFor(service, captured)
  const { paths, parameters } = buildPaths(schemas, examples.writes)
  const { 'x-minimum-plan': _plan, ...document } = documentOperation(service)
  const own = {
    200: document.responses[200] ?? refer('ServerError'),
    304: { $ref: '#/components/responses/NotModifiedResponse' },
    400: refer('BadRequest'),
    422: refer('UnknownParameter'),
    500: refer('ServerError'),
    503: refer('Unavailable'),
  }
  const all = { ...paths, '/openapi.json': { get: { ...document, responses: own } } }
  return {
    openapi: '3.1.0',
    info: infoObject({ name: `${service.name}: write API`, docs: service.docs }, SUMMARY, DESCRIPTION),
    servers: [{ url: service.base.replace(/\/v1$/, '/ingest/v1'), description: 'Version 1' }],
    externalDocs: { url: service.docs, description: 'Documentation' },
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] })),
    tags: TAGS,
    paths: all,
    components: pickUsed(all, {
      schemas: { ...schemas.components, OpenApiDocument: DOCUMENT_SCHEMA },
      parameters: { ...parameters, ...REQUEST_HEADERS, IdempotencyKeyParameter: WRITE_IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: { ...errorComponents(ERROR_RESPONSES, examples.writeErrors), NotModifiedResponse: NOT_MODIFIED },
      securitySchemes: SECURITY_SCHEMES,
    }),
  }
}
