import { operations, type OperationMeta } from '@basketball-data/core'
import type { RequestBody, Schema } from './document-types.ts'
import { newWebhook } from './examples/webhooks.ts'
import { generatedOf, type Generated } from './generate.ts'
import { tidy } from './tidy.ts'

/** What a request could send, by the name of its schema. */
const EXAMPLES: Record<string, object> = { NewWebhook: newWebhook }

/** What is sent as a body has a name of its own in the contract. */
const nameOf = ({ input }: OperationMeta): string => {
  const name = input.meta()?.id
  if (name === undefined) throw new TypeError('a body has no name')
  return name
}

/** The body that an operation takes, given its schema as generated. */
export const bodyOf = (meta: OperationMeta, { description = '' }: Schema): RequestBody => {
  const name = nameOf(meta)
  const examples = { request: { summary: description, value: EXAMPLES[name] } }
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, examples } }
  return { required: true, description, content }
}

/** The schemas of all bodies, by name; they take no fields but their own. */
export const bodySchemas = (generated: Generated): Record<string, Schema> =>
  Object.fromEntries(
    operations.flatMap((operation) => {
      const schema = generatedOf(generated, operation).body
      return schema === undefined ? [] : [[nameOf(operation.meta), { ...tidy(schema), additionalProperties: false }]]
    }),
  )
