// Writes the types of docs/openapi.json: all of them for the client, with the procedures of the service that use them, and
// those of events for the webhooks package; and those of docs/openapi-ingest.json for the client of the write API. With --check it writes nothing, and fails if a committed file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { operations, type Operation } from '@basketball-data/core'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: string[]
  const?: string | boolean
  default?: string | number | object
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  description: string
  schema: Schema
}
interface OperationObject {
  operationId: string
  parameters?: { $ref: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const root = new URL('../../../', import.meta.url)
const readDocument = (name: string): Document => JSON.parse(readFileSync(new URL(`docs/${name}`, root), 'utf8'))
const { paths, components } = readDocument('openapi.json')
const writes = readDocument('openapi-ingest.json').components.schemas
const { parameters } = components
const schemas = { ...components.schemas, ...writes }
for (const [name, schema] of Object.entries(components.schemas))
  if (!isDeepStrictEqual(schema, schemas[name])) throw new Error(`${name} differs between the two documents.`)
const WIDTH = 120

const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

const getTarget = ($ref: string): Schema => {
  const schema = schemas[nameIn($ref)]
  if (schema === undefined) throw new Error(`There is no ${$ref}.`)
  return schema
}

/** Records, enumerations and unions become named types; texts such as identifiers do not. */
const isNamed = ({ properties, enum: values, anyOf }: Schema): boolean =>
  properties !== undefined || values !== undefined || anyOf !== undefined

const union = (types: string[]): string => [...new Set(types)].join(' | ')
const quoted = (value: string | boolean): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** The type of a schema without one: any JSON. */
const ANY = 'unknown'

const writeType = (schema: Schema, indent: string): string => {
  const { $ref, anyOf, const: value, enum: values, type = ANY } = schema
  if ($ref !== undefined) return isNamed(getTarget($ref)) ? nameIn($ref) : writeType(getTarget($ref), indent)
  if (anyOf) return union(anyOf.map((each) => writeType(each, indent)))
  if (value !== undefined) return quoted(value)
  if (values) return union(values.map(quoted))
  return union([type].flat().map((each) => plainType(each, schema, indent)))
}

const plainType = (
  type: string,
  { items = {}, properties = {}, additionalProperties: others, required }: Schema,
  indent: string,
): string => {
  if (typeof others === 'object') return `Record<string, ${writeType(others, indent)}>`
  if (type === 'array') return writeType(items, indent).replace(/^.* \| .*$/, '($&)') + '[]'
  if (type === 'object') return `{\n${writeFields(properties, required, `${indent}  `)}${indent}}`
  return type === 'integer' ? 'number' : type
}

const toComment = (text: string, indent: string): string => {
  const line = `${indent}/** ${text} */\n`
  if (line.length <= WIDTH + 1) return line
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer
    else lines.push(`${indent} * ${word}`)
  }
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`
}

const FORMATS: Record<string, string> = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601' }

/** The comment of a field. A field without a description gets that of its identifier or date. */
const describe = (field: Schema, indent: string): string => {
  const $ref = field.$ref ?? field.anyOf?.find((each) => each.$ref !== undefined)?.$ref
  const target = $ref === undefined ? field : getTarget($ref)
  const parts = [field.description ?? (isNamed(target) ? undefined : target.description)]
  const [text = ''] = parts
  const format = FORMATS[target.format ?? '']
  if (format !== undefined && !text.includes(format)) parts.push(`${format}.`)
  if (field.default !== undefined && typeof field.default !== 'object' && !text.includes('Default'))
    parts.push(`Default: ${field.default}.`)
  return text === '' ? '' : toComment(parts.join(' '), indent)
}

const writeFields = (fields: Record<string, Schema>, required: string[] = [], indent: string): string =>
  Object.entries(fields)
    .map(([name, field]) => {
      const type = writeType(field, indent)
      const typed = required.includes(name)
        ? `${name}: ${type}`
        : `${name}?: ${type === ANY ? type : `${type} | undefined`}`
      return `${describe(field, indent)}${indent}${typed}\n`
    })
    .join('')

const declare = (name: string): string => {
  const schema = schemas[name] ?? {}
  const comment = toComment(schema.description ?? '', '')
  if (schema.properties) return `${comment}export interface ${name} ${writeType(schema, '')}\n`
  const line = `export type ${name} = ${writeType(schema, '')}\n`
  if (line.length <= WIDTH) return comment + line
  const members = schema.anyOf?.map((each) => writeType(each, '')) ?? (schema.enum ?? []).map(quoted)
  return `${comment}export type ${name} =\n${members.map((member) => `  | ${member}\n`).join('')}`
}

/** These schemas and all schemas that they refer to, by name. */
const findClosure = (names: string[]): Set<string> => {
  const closure = new Set<string>()
  const visit = (name: string) => {
    if (closure.has(name)) return
    closure.add(name)
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) visit(other)
  }
  names.forEach(visit)
  return closure
}

const declareAll = (names: Set<string>): string[] =>
  Object.keys(schemas)
    .filter((name) => names.has(name) && isNamed(schemas[name] ?? {}))
    .map(declare)

const PAGING = new Set(['page', 'cursor', 'per_page'])

/** The query parameters of every operation that has some. */
const declareParameters = (): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters: all = [] }]) => {
      const named = all.map(({ $ref }) => parameters[nameIn($ref)])
      const query = named.filter((each) => each !== undefined).filter((each) => each.in === 'query')
      if (query.length === 0) return []
      const isPaged = query.some(({ name }) => name === 'cursor')
      const own = isPaged ? query.filter(({ name }) => !PAGING.has(name)) : query
      const fields = Object.fromEntries(own.map(({ name, description, schema }) => [name, { ...schema, description }]))
      const required = own.flatMap((each) => (each.required === true ? each.name : []))
      const name = toTypeName(operationId)
      const base = isPaged ? ' extends Paging' : ''
      const body = own.length === 0 ? '{}' : `{\n${writeFields(fields, required, '  ')}}`
      return `/** Parameters of ${method.toUpperCase()} ${path}. */\nexport interface ${name}${base} ${body}\n`
    }),
  )

const toTypeName = (operationId: string): string => operationId.charAt(0).toUpperCase() + operationId.slice(1)

/** The records of a type, as members of the namespace `api` that they are imported into. */
const qualify = (type: string): string =>
  type.replaceAll(/\b[A-Z]\w*/g, (name) => (name === 'NoMeta' ? 'Nothing' : `api.${name}`))

/** The input of a procedure: the parameters of the query, the id in the path, and the body. */
const toInputType = (path: string, { operationId, requestBody }: OperationObject): string => {
  const body = requestBody?.content['application/json']?.schema
  const hasQuery = declaredParameters.has(toTypeName(operationId))
  const parts = [
    ...(hasQuery ? [`api.${toTypeName(operationId)}`] : []),
    ...(body === undefined ? [] : [qualify(writeType(body, ''))]),
    ...(path.includes('{id}') ? ['Id'] : []),
  ]
  return parts.length === 0 ? 'Nothing' : parts.join(' & ')
}

/** The output of a procedure: the body of a success, whose envelope is written out. A secret that it shows is always there. */
const toOutputType = ({ responses }: OperationObject, showsSecret: boolean): string => {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [schema = {}] = Object.values(success?.content ?? {}).map((content) => content.schema)
  const target = schema.$ref === undefined ? schema : getTarget(schema.$ref)
  const { data, meta } = target.properties ?? {}
  if (data === undefined || meta === undefined) return qualify(writeType(schema, ''))
  const secret = showsSecret ? ' & { secret: string }' : ''
  return `{ data: ${qualify(writeType(data, ''))}${secret}; meta: ${qualify(writeType(meta, ''))} }`
}

const KINDS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

const toProcedureType = ({ path, method, procedure, showsSecret }: Operation): string => {
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`The document lacks ${method} ${path}.`)
  return `${KINDS[procedure._def.type]}<${toInputType(path, operation)}, ${toOutputType(operation, showsSecret)}>`
}

/** The procedures of the service, by the names in its router. */
const declareProcedures = (): string => {
  const groups = Map.groupBy(operations, ({ name }) => name.split('.', 1)[0])
  const lines = Array.from(groups, ([group, members]) => {
    const [first] = members
    if (first !== undefined && first.name === group) return `  ${group}: ${toProcedureType(first)}\n`
    const nested = members.map((each) => `    ${each.name.slice(`${group}.`.length)}: ${toProcedureType(each)}\n`)
    return `  ${group}: {\n${nested.join('')}  }\n`
  })
  return `/** The procedures of the service. */\nexport interface Procedures {\n${lines.join('')}}\n`
}

const HEADER = '// Written by packages/client/scripts/generate-types.ts from docs/openapi.json; do not edit.\n'
const EVENTS = Object.keys(schemas).filter((name) => /^Game\w+Event$/.test(name) && schemas[name]?.properties?.['type'])
/** The union of the bodies of deliveries. */
const declareEvent = (): string =>
  `/** The body of a delivery; \`type\` identifies the event. Ignore unknown types, because more may be added. */\nexport type WebhookEvent =\n${EVENTS.map((name) => `  | ${name}\n`).join('')}`
/** Errors are classes of the client, and the client has no use for the others and for envelopes. */
const listRecords = (all: Record<string, Schema>): string[] =>
  Object.entries(all).flatMap(([name, { properties = {} }]) =>
    /^Error|^NoMeta$|^OpenApiDocument$|^FilesToImport$/.test(name) || ('data' in properties && 'meta' in properties)
      ? []
      : name,
  )
/** What the document of the write API alone has. */
const declaredWrites = declareAll(new Set(listRecords(writes).filter((name) => !(name in components.schemas))))
/** What it shares with the other one. */
const shared = listRecords(components.schemas).filter((name) =>
  declaredWrites.some((text) => new RegExp(`: ${name}\\b`).test(text)),
)

const declarations = declareParameters()
/** The names of the types of query parameters. */
const declaredParameters = new Set(declarations.map((text) => /interface (\w+)/.exec(text)?.[1]))

const files = {
  'packages/client/src/openapi.generated.ts': [
    `${HEADER}import type { Paging } from './options.ts'\n`,
    ...declareAll(new Set(listRecords(components.schemas))),
    declareEvent(),
    ...declarations,
  ],
  'packages/client/src/ingest/openapi.generated.ts': [
    `${HEADER.replace('openapi.json', 'openapi-ingest.json')}import type { ErrorCode } from '../errors.ts'\nimport type { ${shared.join(', ')} } from '../openapi.generated.ts'\n`,
    ...declaredWrites,
  ],
  'packages/client/src/trpc/procedures.generated.ts': [
    `${HEADER}import type * as api from '@basketball-data/client'\nimport type { Id, Mutation, Nothing, Query, Subscription } from './procedure-types.ts'\n`,
    declareProcedures(),
  ],
  'packages/webhooks/src/events.generated.ts': [HEADER, ...declareAll(findClosure(EVENTS)), declareEvent()],
}

for (const [path, parts] of Object.entries(files)) {
  const url = new URL(path, root)
  const text = parts.join('\n')
  if (!process.argv.includes('--check')) writeFileSync(url, text)
  else if (readFileSync(url, 'utf8') !== text) {
    console.error(`${path} is out of date; write it with: node ${fileURLToPath(import.meta.url)}`)
    process.exitCode = 1
  }
}
