import type { Endpoint, OpenApiDocument, Parameter, Schema } from '../openapi/document-types.ts'

/** The name a reference ends in. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The parameters of an endpoint, looked up. */
export const parametersOf = ({ components }: OpenApiDocument, endpoint: Endpoint): Parameter[] =>
  (endpoint.parameters ?? []).flatMap(({ $ref }) => components.parameters[nameOf($ref)] ?? [])

/** A schema, or the component it points to. */
export const schemaAt = ({ components }: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : { ...components.schemas[nameOf(schema.$ref)], ...schema }

/** The success answer of an endpoint: its schema and an example of it. */
export const successOf = (endpoint: Endpoint): { schema: Schema; example: unknown } => {
  const content = endpoint.responses[200].content?.['application/json']
  const [example] = Object.values(content?.examples ?? {})
  return { schema: content?.schema ?? {}, example: example?.value }
}
