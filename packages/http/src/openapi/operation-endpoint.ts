import type { Operation } from '@basketball-data/core'
import type { z } from 'zod'
import { bodyOf } from './bodies.ts'
import type { Endpoint, Reference, Schema } from './document-types.ts'
import { errorReferences } from './error-responses.ts'
import { generatedOf, type Generated, type GeneratedParameter } from './generate.ts'
import { requestHeaders } from './headers.ts'
import { operationId } from './operation-id.ts'
import { EXTENSIONS } from './sections.ts'
import { success } from './success.ts'
import { tidy } from './tidy.ts'

/** Parameters that name a record. */
const REFERENCES = ['competition', 'season', 'opponent']

/** Whether a parameter that names no record is an error: where it says of what the one record is, not what a list holds. */
const looksUp = (input: z.ZodObject, answer: Schema): boolean =>
  answer.properties?.['data']?.type !== 'array' && REFERENCES.some((name) => name in input.shape)

const IDEMPOTENCY_KEY: Reference = { $ref: '#/components/parameters/IdempotencyKey' }

/** What describes all operations: as generated, their parameters by reference, and an example answer of each. */
export type Sources = {
  generated: Generated
  refer: (found: GeneratedParameter[], input: z.ZodObject, operationId: string) => Reference[]
  examples: Record<string, unknown>
}

/** An operation as an endpoint of the document. */
export const operationEndpoint = (operation: Operation, { generated, refer, examples }: Sources): Endpoint => {
  const { name, meta } = operation
  const { path, method, tags, summary, description } = meta.openapi
  const found = generatedOf(generated, operation)
  const id = operationId(name)
  const [keyed, reads, takesBody] = [meta.plan !== null, method === 'GET', found.body !== undefined]
  const schema = tidy(found.answer)
  return {
    operationId: id,
    summary,
    description,
    tags,
    'x-minimum-plan': meta.plan,
    ...(EXTENSIONS.has(name) && { 'x-extension': true as const }),
    ...(!keyed && { security: [] }),
    parameters: [
      ...refer(found.parameters, meta.input, id),
      ...(meta.status === 201 ? [IDEMPOTENCY_KEY] : []),
      ...requestHeaders(reads),
    ],
    ...(found.body && { requestBody: bodyOf(meta, found.body) }),
    responses: {
      [meta.status]: success({ description: summary, reads, keyed, schema, example: examples[name] }),
      ...errorReferences({
        keyed,
        reads,
        takesBody,
        byId: path.includes('{'),
        byReference: looksUp(meta.input, schema),
      }),
    },
  }
}
