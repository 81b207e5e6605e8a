import { operations, type ServiceInfo } from '@basketball-data/core'
import { ERROR_BODIES } from '@basketball-data/core/contract'
import { bodySchemas } from './bodies.ts'
import { documentEndpoint, OpenApiDocumentSchema } from './document-endpoint.ts'
import type { OpenApiDocument } from './document-types.ts'
import { endpointsOf } from './endpoints.ts'
import { errorResponses } from './error-responses.ts'
import { DELIVERY_HEADERS, eventEndpoints, IDEMPOTENCY_KEY } from './events.ts'
import { successExamples } from './examples/index.ts'
import { generate, METHODS } from './generate.ts'
import { HEADERS, REQUEST_HEADERS } from './headers.ts'
import { infoOf } from './info.ts'
import { operationEndpoint, type Sources } from './operation-endpoint.ts'
import { parameterComponents } from './parameters.ts'
import { SECURITY_SCHEMES, TAGS } from './sections.ts'
import { tidyAll } from './tidy.ts'

/** Every operation at its path, in the order of the router. */
const pathsOf = (sources: Sources): OpenApiDocument['paths'] => {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const { path, method } = operation.meta.openapi
    paths[path] = { ...paths[path], [METHODS[method]]: operationEndpoint(operation, sources) }
  }
  return paths
}

/** The groups that have an endpoint. */
const tagsOf = (paths: OpenApiDocument['paths']): OpenApiDocument['tags'] => {
  const used = new Set(endpointsOf({ paths }).flatMap(({ endpoint }) => endpoint.tags))
  return TAGS.filter(({ name }) => used.has(name))
}

/**
 * The OpenAPI document of the service: every endpoint of the core's router and this document's own, every parameter,
 * record, header and error as a named component. It takes some time to build; build it once.
 */
export const buildDocument = (service: ServiceInfo): OpenApiDocument => {
  const generated = generate(ERROR_BODIES)
  const schemas = tidyAll(generated.components.schemas)
  const parameters = parameterComponents(schemas)
  const paths = pathsOf({ generated, refer: parameters.refer, examples: successExamples(service) })
  return {
    openapi: '3.1.0',
    info: infoOf(service),
    servers: [{ url: service.base, description: 'Version 1' }],
    externalDocs: { url: service.docs, description: 'Documentation for people' },
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] })),
    tags: tagsOf(paths),
    paths: { ...paths, '/openapi.json': { get: documentEndpoint(service) } },
    webhooks: eventEndpoints(),
    components: {
      schemas: { ...schemas, ...bodySchemas(generated), OpenApiDocument: OpenApiDocumentSchema },
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
