import { operations, type Operation } from '@basketball-data/core'
import { Averages, ERROR_BODIES, WebhookEvent } from '@basketball-data/core/contract'
import { z } from 'zod'
import { componentName, type Schema } from './types.ts'

/** A schema as zod writes it; `id` and `example` are metadata of the contract. */
type ZodSchema = Schema & { id?: string; example?: unknown }

const MAX_INT32 = 2_147_483_647

/** Formats for which zod also writes a long, equivalent pattern. */
const FORMATS_WITH_PATTERN = new Set(['date', 'date-time', 'uri'])

const numberFormat = ({ type = [], maximum = MAX_INT32 }: Schema): Schema => {
  if (type.includes('integer')) return { format: maximum > MAX_INT32 ? 'int64' : 'int32' }
  return type.includes('number') ? { format: 'double' } : {}
}

/** `anyOf` of one plain type and null as one schema with two types; undefined for any other schema. */
const nullableType = ({ anyOf = [], ...outer }: Schema): Schema | undefined => {
  const [first, second] = anyOf
  if (anyOf.length !== 2 || second?.type !== 'null' || typeof first?.type !== 'string') return undefined
  const values = first.enum === undefined ? {} : { enum: [...first.enum, null] }
  return { ...first, ...outer, ...values, type: [first.type, 'null'] }
}

const normalizeAll = (schemas: Record<string, ZodSchema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, normalizeSchema(schema)]))

/**
 * A schema as the document writes it: nullable types as a list of types, formats on numbers, no pattern that repeats
 * the format, and objects open, because responses may gain fields.
 */
export const normalizeSchema = (zodSchema: ZodSchema): Schema => {
  const { id: _id, example, additionalProperties: _closed, pattern, ...rest } = zodSchema
  const schema: Schema = { ...rest, ...numberFormat(rest) }
  if (pattern !== undefined && !FORMATS_WITH_PATTERN.has(schema.format ?? '')) schema.pattern = pattern
  if (example !== undefined) schema.examples = [example]
  if (schema.properties !== undefined) schema.properties = normalizeAll(schema.properties)
  if (schema.items !== undefined) schema.items = normalizeSchema(schema.items)
  if (schema.anyOf !== undefined) schema.anyOf = schema.anyOf.map(normalizeSchema)
  return nullableType(schema) ?? schema
}

type Converted = { properties: Record<string, Schema>; $defs: Record<string, Schema> }

/** JSON Schemas of zod schemas by name, and of all schemas with an id that they contain. */
const convert = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Converted => {
  const text = JSON.stringify(z.toJSONSchema(z.object(schemas), { io }))
  const { properties = {}, $defs = {} }: Partial<Converted> = JSON.parse(
    text.replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  return { properties: normalizeAll(properties), $defs: normalizeAll($defs) }
}

/** The component that describes the body of each event. */
export const EVENT_SCHEMAS = { 'game.final': 'GameFinalEvent', 'game.period': 'GamePeriodEvent' } as const

const [finalEvent, periodEvent] = WebhookEvent.options
const EVENTS = {
  final: finalEvent.meta({
    id: EVENT_SCHEMAS['game.final'],
    description:
      'The body of game.final: a game has its final score. A corrected score is sent as another event with a new id and a higher revision.',
  }),
  period: periodEvent.meta({
    id: EVENT_SCHEMAS['game.period'],
    description:
      'The body of game.period: a period of a game in progress has ended. None is sent after game.final, so the last period is usually only in the periods of game.final.',
  }),
}

/** Replaces the fields of a component by a reference, if the schema has all of them. */
const extendComponent = (schema: Schema, name: string, { properties: shared = {} }: Schema): Schema => {
  const { properties = {}, required = [], ...rest } = schema
  if (!Object.keys(shared).every((field) => field in properties)) return schema
  const isOwn = (field: string): boolean => !(field in shared)
  return {
    ...rest,
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isOwn(field))),
    required: required.filter(isOwn),
  }
}

/** The schemas of the document. */
export type Schemas = {
  /** Of parameters and body, by the name of the operation. */
  inputs: Record<string, Schema>
  /** Of the success response, by the name of the operation. */
  outputs: Record<string, Schema>
  components: Record<string, Schema>
}

/** The component that a schema refers to, with the keywords next to the reference; any other schema unchanged. */
export const resolve = (schema: Schema, components: Record<string, Schema>): Schema =>
  schema.$ref === undefined ? schema : { ...components[componentName(schema.$ref)], ...schema }

const byOperation = (schemaOf: (operation: Operation) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(operations.map((operation) => [operation.name, schemaOf(operation)]))

/** Converts every schema of the contract. */
export const buildSchemas = (): Schemas => {
  const inputs = convert(
    byOperation(({ input }) => input),
    'input',
  )
  const outputs = convert(
    byOperation(({ output }) => output),
    'output',
  )
  const others = convert({ ...EVENTS, ...ERROR_BODIES, Averages }, 'output')
  const averages = others.$defs['Averages']
  if (averages === undefined) throw new TypeError('The contract has no schema with the id Averages.')
  // A body accepts only its own fields.
  for (const { $ref } of Object.values(inputs.properties))
    if ($ref !== undefined) Object.assign(inputs.$defs[componentName($ref)] ?? {}, { additionalProperties: false })
  return {
    inputs: inputs.properties,
    outputs: outputs.properties,
    components: {
      ...inputs.$defs,
      ...Object.fromEntries(
        Object.entries(outputs.$defs).map(([name, schema]) => [name, extendComponent(schema, 'Averages', averages)]),
      ),
      ...others.$defs,
    },
  }
}
