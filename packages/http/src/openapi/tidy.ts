import type { Schema } from './document-types.ts'

/** A schema as zod writes it; zod says `example`, JSON Schema `examples`. */
type Untidy = Schema & { example?: unknown }

/** Formats that say all that zod's long pattern beside them says. */
const SPOKEN_FOR = new Set(['date', 'date-time', 'uri'])

const MAX_INT32 = 2_147_483_647

/** How a number is held: whole ones in 32 bits where they fit, measures as doubles. */
const numberFormat = ({ type = [], maximum = MAX_INT32 }: Schema): Schema => {
  if (type.includes('integer')) return { format: maximum > MAX_INT32 ? 'int64' : 'int32' }
  return type.includes('number') ? { format: 'double' } : {}
}

const nullType = (schema: Schema): boolean => schema.type === 'null'

/** `anyOf` of one plain type and null, as the one schema with two types it is; undefined for anything else. */
const nullable = ({ anyOf, ...outer }: Schema): Schema | undefined => {
  const [only, none, ...others] = anyOf ?? []
  if (only === undefined || none === undefined || others.length > 0 || !nullType(none)) return undefined
  if (typeof only.type !== 'string') return undefined
  const values = only.enum === undefined ? {} : { enum: [...only.enum, null] }
  return { ...only, ...outer, ...values, type: [only.type, 'null'] }
}

const each = (schemas: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]))

/**
 * A schema as a reader of the document wants it: nullable types as a list of types, formats on numbers, no pattern
 * where the format says it, examples in the words of JSON Schema, and objects open, since answers may gain fields.
 */
export const tidy = (untidy: Untidy): Schema => {
  const { example, additionalProperties: _closed, pattern, ...rest } = untidy
  const schema: Schema = { ...rest, ...numberFormat(rest) }
  if (pattern !== undefined && !SPOKEN_FOR.has(schema.format ?? '')) schema.pattern = pattern
  if (example !== undefined) schema.examples = [example]
  if (schema.properties !== undefined) schema.properties = each(schema.properties)
  if (schema.items !== undefined) schema.items = tidy(schema.items)
  if (schema.anyOf !== undefined) schema.anyOf = schema.anyOf.map(tidy)
  return nullable(schema) ?? schema
}

/** The component schemas, tidied. */
export const tidyAll = each
