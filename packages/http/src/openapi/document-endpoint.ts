import type { ServiceInfo } from '@basketball-data/core'
import type { Endpoint, Schema } from './document-types.ts'
import { errorReferences } from './error-responses.ts'
import { requestHeaders } from './headers.ts'
import { VERSION } from './info.ts'
import { success } from './success.ts'

/** The endpoint that serves this document; the router does not know it. */
export const documentEndpoint = (service: ServiceInfo): Endpoint => ({
  operationId: 'getOpenApiDocument',
  summary: 'OpenAPI document',
  description: 'The OpenAPI 3.1 description of this service. It is not wrapped in an envelope. Needs no key.',
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

/** What the document says of itself as an answer. */
export const OpenApiDocumentSchema: Schema = {
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
