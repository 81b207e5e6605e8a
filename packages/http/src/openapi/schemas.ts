import { isDeepStrictEqual } from 'node:util'
import { operations, type Operation } from '@basketball-data/core'
import {
  ErrorBody,
  type ErrorCode,
  ERRORS,
  eventSchemaOf,
  GameFinalEvent,
  GamePeriodEvent,
} from '@basketball-data/core/contract'
import { z } from 'zod'
import { componentName, type Schema } from './types.ts'

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
 * the format, and objects open, because responses may gain fields. A constant boolean is any boolean: generators of C#
 * make an enum of it that does not compile.
 */
export const normalizeSchema = (zodSchema: ZodSchema, components: ZodSchemas = {}): Schema => {
  const { id: _id, example, additionalProperties: _closed, pattern, oneOf, ...open } = zodSchema
  const { const: value, ...withoutConst } = open
  const rest = typeof value === 'boolean' ? withoutConst : open
  const schema: Schema = { ...rest, ...numberFormat(rest) }
  if (pattern !== undefined && !FORMATS_WITH_PATTERN.has(schema.format ?? '')) schema.pattern = pattern
  if (example !== undefined) schema.examples = [example]
  if (schema.properties !== undefined) schema.properties = normalizeAll(schema.properties, components)
  if (schema.items !== undefined) schema.items = normalizeSchema(schema.items, components)
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

/** The component that describes the body of each event. */
export const EVENT_SCHEMAS = { 'game.final': 'GameFinalEvent', 'game.period': 'GamePeriodEvent' } as const

/** The schemas of the document. */
export type Schemas = {
  /** Of parameters and body, by the name of the operation. */
  inputs: Record<string, Schema>
  /** Of the success response, by the name of the operation; for a stream, that of an event. */
  outputs: Record<string, Schema>
  components: Record<string, Schema>
}

const byOperation = (schemaOf: (operation: Operation) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(operations.map((operation) => [operation.name, schemaOf(operation)]))

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

/** Converts every schema of the contract. */
export const buildSchemas = (): Schemas => {
  const inputs = convert(
    byOperation(({ input }) => input),
    'input',
  )
  const outputs = convert(
    byOperation(({ output }) => eventSchemaOf(output) ?? output),
    'output',
  )
  const others = convert({ GameFinalEvent, GamePeriodEvent, ErrorBody }, 'output')
  // A body accepts only its own fields.
  for (const { $ref } of Object.values(inputs.properties))
    if ($ref !== undefined) Object.assign(inputs.$defs[componentName($ref)] ?? {}, { additionalProperties: false })
  const { envelopes, references } = nameEnvelopes(outputs.properties)
  return {
    inputs: inputs.properties,
    outputs: references,
    components: { ...inputs.$defs, ...outputs.$defs, ...others.$defs, ...envelopes },
  }
}

/** The fields that the error of a code has in addition to code, message and docs. */
export const errorExtras = (code: ErrorCode): Schema =>
  convert({ extras: z.object(ERRORS[code].extras) }, 'output').properties['extras'] ?? {}
