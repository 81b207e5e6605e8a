import { REQUEST_HEADERS } from '../openapi/headers.ts'
import type { Content, Endpoint, OpenApiDocument, Parameter, Schema } from '../openapi/document-types.ts'

/** The name a reference ends in. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The parameters of an endpoint, looked up; without the headers that every endpoint takes. */
export const parametersOf = ({ components }: OpenApiDocument, endpoint: Endpoint): Parameter[] =>
  endpoint.parameters
    .map(({ $ref }) => nameOf($ref))
    .flatMap((name) => (name in REQUEST_HEADERS ? [] : (components.parameters[name] ?? [])))

/** A schema, or the component it points to. */
export const schemaAt = ({ components }: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : { ...components.schemas[nameOf(schema.$ref)], ...schema }

/** A value that is sent, either way: its schema and an example of it. */
export type Shown = { schema: Schema; example: unknown }

/** What of some content is shown. */
export const shownOf = (content: Content | undefined): Shown => {
  const { schema = {}, examples = {} } = content?.['application/json'] ?? {}
  const [example] = Object.values(examples)
  return { schema, example: example?.value }
}

/** The success answer of an endpoint, the one that its responses do not refer to but hold. */
export const successOf = ({ responses }: Endpoint): Shown => {
  const success = Object.values(responses).find((response) => !('$ref' in response))
  return shownOf(success !== undefined && 'content' in success ? success.content : undefined)
}
