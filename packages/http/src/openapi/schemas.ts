import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '@basketball-data/core'
import type { AnyRouter } from '@trpc/server'
import { ErrorBody, type ErrorCode, ERRORS, getEventSchema, WebhookEvent } from '@basketball-data/core/contract'
import { generateOpenApiDocument } from './trpc-to-openapi.ts'
import { z } from 'zod'
import { componentName, findUsed, type Schema } from './types.ts'

/** A schema as zod writes it; `id` and `example` are metadata of the contract. */
type ZodSchema = Schema & { id?: string; example?: unknown; oneOf?: Schema[] }

const MAX_INT32 = 2_147_483_647

/** Formats for which zod also writes a long, equivalent pattern. */
const FORMATS_WITH_PATTERN = new Set(['date', 'date-time', 'uri'])

const numberFormat = ({ type = [], maximum = MAX_INT32 }: Schema): Schema => {
  if (type.includes('integer')) return { format: maximum > MAX_INT32 ? 'int64' : 'int32' }
  return type.includes('number') ? { format: 'double' } : {}
}

/** The component that a schema refers to, with the keywords next to the reference; any other schema unchanged. */
export const resolve = (schema: Schema, components: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : { ...components[componentName(schema.$ref)], ...schema }

/** Schemas of the contract by id. */
type ZodSchemas = Record<string, ZodSchema>

/**
 * `anyOf` of one plain type and null as one schema with two types; undefined for any other schema. A reference to a date
 * or another text is replaced by its schema: in C#, a nullable reference to a date is a date that cannot be null.
 */
const nullableType = ({ anyOf = [], ...outer }: Schema, components: ZodSchemas): Schema | undefined => {
  const [choice = {}, second] = anyOf
  const { $ref, ...first } = resolve(choice, components)
  if (anyOf.length !== 2 || second?.type !== 'null' || typeof first.type !== 'string') return undefined
  if ($ref !== undefined && (first.type !== 'string' || first.enum !== undefined)) return undefined
  const values = first.enum === undefined ? {} : { enum: [...first.enum, null] }
  return { ...normalizeSchema(first), ...outer, ...values, type: [first.type, 'null'] }
}

const normalizeAll = (schemas: ZodSchemas, components: ZodSchemas): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, normalizeSchema(schema, components)]))

/**
 * A schema as the document writes it: nullable types as a list of types, formats on numbers, no pattern that repeats
 * the format. A constant boolean is any boolean: generators of C# make an enum of it that does not compile.
 */
export const normalizeSchema = (zodSchema: ZodSchema, components: ZodSchemas = {}): Schema => {
  const { id: _id, example, pattern, oneOf, ...given } = zodSchema
  const { const: value, ...withoutConst } = given
  const rest = typeof value === 'boolean' ? withoutConst : given
  const schema: Schema = { ...rest, ...numberFormat(rest) }
  if (pattern !== undefined && !FORMATS_WITH_PATTERN.has(schema.format ?? '')) schema.pattern = pattern
  if (example !== undefined) schema.examples = [example]
  if (schema.properties !== undefined) schema.properties = normalizeAll(schema.properties, components)
  if (schema.items !== undefined) schema.items = normalizeSchema(schema.items, components)
  const others = schema.additionalProperties
  if (typeof others === 'object') schema.additionalProperties = normalizeSchema(others, components)
  const anyOf = schema.anyOf ?? oneOf
  if (anyOf !== undefined) schema.anyOf = anyOf.map((each) => normalizeSchema(each, components))
  return nullableType(schema, components) ?? schema
}

type Converted = { properties: Record<string, Schema>; $defs: Record<string, Schema> }

/** JSON Schemas of zod schemas by name, and of all schemas with an id that they contain. */
const convert = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Converted => {
  const text = JSON.stringify(z.toJSONSchema(z.object(schemas), { io }))
  const { properties = {}, $defs = {} }: Partial<Converted> = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  return { properties: normalizeAll(properties, $defs), $defs: normalizeAll($defs, $defs) }
}

/** The schemas of the document. */
export type Schemas = {
  /** Of parameters and body, by the name of the operation. */
  inputs: Record<string, Schema>
  /** Of the success response, by the name of the operation; for a stream, that of an event or a line. */
  outputs: Record<string, Schema>
  /** Of the body of a write, by the name of the operation. */
  bodies: Record<string, Schema>
  components: Record<string, Schema>
}

/** Whether a schema is the `{data, meta}` of a success response. */
export const isEnvelope = ({ properties = {} }: Schema): boolean => 'data' in properties && 'meta' in properties

/** An envelope as a component, named after its record: `StandingsEnvelope`, `GameList`. */
const nameEnvelope = (envelope: Schema): [name: string, component: Schema] => {
  const { $ref, items } = envelope.properties?.['data'] ?? {}
  if ($ref !== undefined)
    return [`${componentName($ref)}Envelope`, { ...envelope, description: 'A response with one record.' }]
  return [`${componentName(items?.$ref ?? '')}List`, { ...envelope, description: 'A response with a list.' }]
}

/** Moves the envelopes of operations to components, because generators give inline objects the name of any operation. */
const nameEnvelopes = (outputs: Record<string, Schema>) => {
  const envelopes: Record<string, Schema> = {}
  const references = Object.entries(outputs).map(([operation, envelope]): [string, Schema] => {
    if (envelope.$ref !== undefined) return [operation, envelope]
    const [name, component] = nameEnvelope(envelope)
    if (!isDeepStrictEqual(envelopes[name] ?? component, component))
      throw new TypeError(`Two different responses would have the name ${name}.`)
    envelopes[name] = component
    return [operation, { $ref: `#/components/schemas/${name}` }]
  })
  return { envelopes, references: Object.fromEntries(references) }
}

/** The document as trpc-to-openapi generates it: subscriptions are not part of it, and errors are those of tRPC. */
const Generated = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.custom<GeneratedOperation>())),
  components: z.object({ schemas: z.custom<ZodSchemas>() }),
})

type GeneratedOperation = {
  parameters?: { name: string; required?: boolean; schema: ZodSchema }[]
  requestBody?: { content: { 'application/json': { schema: ZodSchema } } }
  responses: Record<string, { content: { 'application/json': { schema: ZodSchema } } }>
}

const generate = (router: AnyRouter) =>
  Generated.parse(
    generateOpenApiDocument(router, {
      title: '',
      version: '',
      baseUrl: '',
      openApiVersion: '3.1.0',
    }),
  )

/** The parameters of an operation as one schema. The library leaves out what is said of an optional parameter. */
const toInputSchema = ({ input }: Operation, { parameters = [] }: Pick<GeneratedOperation, 'parameters'>) => ({
  properties: Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const description = input.shape[name]?.description
      return [name, { ...schema, ...(description !== undefined && { description }) }]
    }),
  ),
  required: parameters.flatMap(({ name, required }) => (required === true ? name : [])),
})

/** A schema of a response, which may gain fields, unlike a body. */
const openObjects = (schema: Schema): Schema => {
  const opened: Schema = JSON.parse(
    JSON.stringify(schema, (name, value: unknown) =>
      name === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
  return opened
}

/** A router, and its operations. */
export type Described = { router: AnyRouter; operations: readonly Operation[] }

/** The name of the component of a whole body: every one is a game bundle, whose source and game the call may name. */
const BUNDLE = 'GameBundle'

/** A game bundle as it is sent: the source is that of the key, and the game may be that of the path. */
const toBundleSchema = ({ required = [], ...bundle }: Schema): Schema => {
  const { game = {} } = bundle.properties ?? {}
  const { required: ofGame = [] } = game
  return {
    ...bundle,
    description: 'A game with everything known about it. Omitted fields keep their value; null deletes it.',
    required: required.filter((name) => name !== 'source'),
    properties: { ...bundle.properties, game: { ...game, required: ofGame.filter((name) => name !== 'external_id') } },
  }
}

/** The parameter of the query that a write takes. */
const DRY_RUN = 'dry_run'

/** A schema of fields without the parameter of the query, which the library takes for one of the body. */
const withoutDryRun = ({ properties = {}, ...schema }: ZodSchema): ZodSchema => {
  const { [DRY_RUN]: _, ...fields } = properties
  return { ...schema, properties: fields }
}

/** The parameters, bodies and lines of a write API as schemas of the document. */
const buildWriteSchemas = (operations: readonly Operation[], paths: z.infer<typeof Generated>['paths']) => {
  const schemas: Schemas = { inputs: {}, outputs: {}, bodies: {}, components: {} }
  const { inputs, outputs, bodies, components } = schemas
  for (const operation of operations) {
    const { name, write, input } = operation
    if (write === null) continue
    const generated = paths[operation.path]?.[operation.method.toLowerCase()]
    const { properties } = toInputSchema(operation, generated ?? {})
    const dryRun = input.shape[DRY_RUN] === undefined ? {} : { [DRY_RUN]: { $ref: '#/components/schemas/DryRun' } }
    inputs[name] = {
      properties: { ...properties, ...dryRun },
      required: Object.keys(properties).filter((each) => each !== DRY_RUN),
    }
    const body =
      generated?.requestBody === undefined
        ? {}
        : withoutDryRun(generated.requestBody.content['application/json'].schema)
    if (write.schema !== undefined) {
      const bundle = convert({ [BUNDLE]: write.schema }, 'input')
      Object.assign(components, bundle.$defs, { [BUNDLE]: toBundleSchema(bundle.properties[BUNDLE] ?? {}) })
      bodies[name] = { $ref: `#/components/schemas/${BUNDLE}` }
    } else if (Object.keys(body.properties ?? {}).length > 0) {
      const id = input.meta()?.id ?? `${name.replace('.', '-')}-body`
      components[id] = normalizeSchema(body)
      bodies[name] = { $ref: `#/components/schemas/${id}` }
    }
    if (write.lines === undefined) continue
    const lines = convert({ line: write.lines }, 'output')
    Object.assign(components, lines.$defs)
    outputs[name] = lines.properties['line'] ?? {}
  }
  return schemas
}

/** Builds the schemas of the document from that of trpc-to-openapi, and those of what it does not describe. */
export const buildSchemas = ({ router, operations }: Described): Schemas => {
  const { paths, components } = generate(router)
  const inputs: Record<string, Schema> = {}
  const outputs: Record<string, Schema> = {}
  const bodies: Record<string, Schema> = {}
  for (const operation of operations) {
    const generated = paths[operation.path]?.[operation.method.toLowerCase()]
    if (generated === undefined) continue
    outputs[operation.name] = generated.responses['200']?.content['application/json'].schema ?? {}
    if (operation.write !== null) continue
    const body = generated.requestBody?.content['application/json'].schema
    const id = operation.input.meta()?.id
    if (body !== undefined && id !== undefined) {
      bodies[id] = body
      inputs[operation.name] = { $ref: `#/components/schemas/${id}` }
    } else inputs[operation.name] = toInputSchema(operation, generated)
  }
  const streams = operations.filter(({ output }) => getEventSchema(output) !== undefined)
  const events = convert(
    Object.fromEntries(streams.map(({ name, output }) => [name, getEventSchema(output) ?? output])),
    'output',
  )
  const parameters = convert(Object.fromEntries(streams.map(({ name, input }) => [name, input])), 'input')
  const others = convert({ ...Object.fromEntries(WebhookEvent.options.entries()), ErrorBody }, 'output')
  const writes = buildWriteSchemas(operations, paths)
  const { envelopes, references } = nameEnvelopes(normalizeAll(outputs, components.schemas))
  const own = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !name.startsWith('error.')))
  const schemas: Record<string, Schema> = {
    ...normalizeAll(own, components.schemas),
    ...normalizeAll(bodies, components.schemas),
    ...parameters.$defs,
    ...events.$defs,
    ...others.$defs,
    ...writes.components,
    ...envelopes,
  }
  const sent = findUsed([inputs, writes.bodies], { schemas })
  return {
    inputs: { ...normalizeAll(inputs, components.schemas), ...parameters.properties, ...writes.inputs },
    outputs: { ...references, ...nameEnvelopes(events.properties).references, ...writes.outputs },
    bodies: writes.bodies,
    components: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        sent.has(`schemas/${name}`) ? schema : openObjects(schema),
      ]),
    ),
  }
}

/** The fields that the error of a code has in addition to code, message and docs. */
export const errorExtras = (code: ErrorCode): Schema =>
  openObjects(convert({ extras: z.object(ERRORS[code].extras) }, 'output').properties['extras'] ?? {})
