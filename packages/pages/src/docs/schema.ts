import { html } from 'hono/html'
import {
  ExampleEvent,
  REQUEST_HEADERS,
  componentName,
  type Content,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type Schema,
} from '@basketball-data/http/openapi'
import { PATHS } from '../page/addresses.ts'
import { join, type Markup } from '../page/html.ts'

/** The anchor of a record's description on the page of the records. */
export const recordAnchor = (name: string): string => `record-${name}`

export const recordPath = (name: string): string => `${PATHS.records}#${recordAnchor(name)}`

const recordLink = (name: string): Markup => html`<a href="${recordPath(name)}">${name}</a>`

/** The parameters of an operation, without the headers that every operation accepts. */
export const listParameters = ({ components }: OpenApiDocument, operation: OperationObject): Parameter[] =>
  operation.parameters
    .map(({ $ref }) => componentName($ref))
    .flatMap((name) => (name in REQUEST_HEADERS ? [] : (components.parameters[name] ?? [])))

/** The component that a schema refers to; any other schema unchanged. */
export const resolveSchema = ({ components }: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : { ...components.schemas[componentName(schema.$ref)], ...schema }

/** The schema of JSON content and its first example. */
export const schemaAndExample = (content: Content | undefined): { schema: Schema; example: unknown } => {
  const { schema = {}, examples = {} } = content?.['application/json'] ?? {}
  const [example] = Object.values(examples)
  return { schema, example: example?.value }
}

const getSuccessContent = ({ responses }: OperationObject): Content | undefined => {
  const success = Object.values(responses).find((response) => !('$ref' in response))
  return success !== undefined && 'content' in success ? success.content : undefined
}

/** The schema and the example of an operation's success response: the only one that is not a reference. */
export const getSuccess = (operation: OperationObject): { schema: Schema; example: unknown } =>
  schemaAndExample(getSuccessContent(operation))

/** The schema of an event that an operation streams, and its examples; undefined if it is not a stream. */
export const getStream = (operation: OperationObject): { schema: Schema; events: ExampleEvent[] } | undefined => {
  const content = getSuccessContent(operation)?.['text/event-stream']
  if (content === undefined) return undefined
  return {
    schema: content.schema,
    events: Object.values(content.examples).map(({ value }) => ExampleEvent.parse(value)),
  }
}

/** Whether a named value has more to describe than its type: values, a pattern or a format. */
export const hasOwnFormat = ({ enum: values, pattern, format, type }: Schema): boolean =>
  (values ?? pattern ?? format) !== undefined && type !== 'integer'

/** The component that describes a format; a nullable value has the format instead of a reference to it. */
const FORMAT_SCHEMAS: Partial<Record<string, string>> = { date: 'CalendarDate', 'date-time': 'DateTime' }

/** The type of a value as text, with links to records: `array of Event`, `integer or null`. */
export const typeText = (schema: Schema): Markup => {
  const { $ref, anyOf, items, format, type = [] } = schema
  if ($ref !== undefined) return recordLink(componentName($ref))
  if (anyOf !== undefined) return html`${join(anyOf.map(typeText), ' or ')}`
  if (items !== undefined) return html`array of ${typeText(items)}${type.includes('null') ? ' or null' : ''}`
  const named = FORMAT_SCHEMAS[format ?? '']
  if (named !== undefined) return html`${recordLink(named)}${type.includes('null') ? ' or null' : ''}`
  return html`${[type].flat().join(' or ')}`
}

/** A row of a list of fields: name, type, a mark such as `required`, what it is, and its id, if something links to it. */
export const definition = (name: string, type: Markup | string, mark: string, text: Markup, anchor?: string): Markup =>
  html`<div ${anchor === undefined ? '' : html`id="${anchor}"`}>
    <dt><code>${name}</code> <span class="type">${type}</span> ${mark === '' ? '' : html`<em>${mark}</em>`}</dt>
    <dd>${text}</dd>
  </div>`

export const enumValues = ({ enum: values = [] }: Schema): Markup[] =>
  join(
    values.map((value) => html`<code>${value}</code>`),
    ', ',
  )
