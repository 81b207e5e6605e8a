import { expect, test } from 'vitest'
import { normalizeSchema } from './schemas.ts'

test('a nullable type is one schema with two types', () => {
  const nullable = { anyOf: [{ type: 'string', maxLength: 10 }, { type: 'null' }], description: 'A number.' }
  expect(normalizeSchema(nullable)).toEqual({ type: ['string', 'null'], maxLength: 10, description: 'A number.' })
})

test('a nullable enum has null among its values', () => {
  const nullable = { anyOf: [{ type: 'string', enum: ['home', 'away'] }, { type: 'null' }] }
  expect(normalizeSchema(nullable)).toEqual({ type: ['string', 'null'], enum: ['home', 'away', null] })
})

const components = {
  Game: { type: 'object' },
  Side: { type: 'string', enum: ['home', 'away'] },
  DateTime: { type: 'string', format: 'date-time', description: 'A moment.' },
}
const nullableReference = (name: string) => ({
  anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }],
  description: 'Null if unknown.',
})

test.each(['Game', 'Side'])('a nullable reference to the record or enum %s stays an anyOf', (name) => {
  expect(normalizeSchema(nullableReference(name), components)).toEqual(nullableReference(name))
})

test('a nullable reference to a text is the schema of the text with two types', () => {
  expect(normalizeSchema(nullableReference('DateTime'), components)).toEqual({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Null if unknown.',
  })
})

test('an anyOf of two plain types stays an anyOf', () => {
  const choice = { anyOf: [{ type: 'string' }, { type: 'boolean' }] }
  expect(normalizeSchema(choice)).toEqual(choice)
})

test('integers are int32 and other numbers double, nullable or not, at every depth', () => {
  const schema = {
    type: 'object',
    properties: {
      points: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      list: { type: 'array', items: { type: ['number', 'null'] } },
    },
  }
  expect(normalizeSchema(schema).properties).toEqual({
    points: { type: ['integer', 'null'], format: 'int32' },
    list: { type: 'array', items: { type: ['number', 'null'], format: 'double' } },
  })
})

test('an integer that may exceed 32 bits is int64', () => {
  expect(normalizeSchema({ type: 'integer', maximum: 2_147_483_647 })).toMatchObject({ format: 'int32' })
  expect(normalizeSchema({ type: 'integer', maximum: 2_147_483_648 })).toMatchObject({ format: 'int64' })
})

test('a pattern is dropped only if the format implies it', () => {
  expect(normalizeSchema({ type: 'string', pattern: '^a$' }).pattern).toBe('^a$')
  expect(normalizeSchema({ type: 'string', format: 'date', pattern: '^long$' }).pattern).toBeUndefined()
})

test('a constant string stays a constant, and a constant boolean becomes a boolean', () => {
  expect(normalizeSchema({ type: 'string', const: 'game.final' })).toEqual({ type: 'string', const: 'game.final' })
  expect(normalizeSchema({ type: 'boolean', const: true })).toEqual({ type: 'boolean' })
})

test('an example becomes one of the examples of JSON Schema', () => {
  expect(normalizeSchema({ type: 'string', example: 'men' })).toEqual({ type: 'string', examples: ['men'] })
})
