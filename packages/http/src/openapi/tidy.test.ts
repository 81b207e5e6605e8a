import { expect, test } from 'vitest'
import { tidy } from './tidy.ts'

test('a nullable plain type is one schema of two types', () => {
  const nullable = { anyOf: [{ type: 'string', maxLength: 10 }, { type: 'null' }], description: 'A number.' }
  expect(tidy(nullable)).toEqual({ type: ['string', 'null'], maxLength: 10, description: 'A number.' })
})

test('a nullable set of values takes null as one of them', () => {
  const nullable = { anyOf: [{ type: 'string', enum: ['home', 'away'] }, { type: 'null' }] }
  expect(tidy(nullable)).toEqual({ type: ['string', 'null'], enum: ['home', 'away', null] })
})

test('a nullable reference stays a choice: a reference has no type to add null to', () => {
  const nullable = { anyOf: [{ $ref: '#/components/schemas/Game' }, { type: 'null' }] }
  expect(tidy(nullable)).toEqual(nullable)
})

test('a choice of two plain types stays a choice', () => {
  const choice = { anyOf: [{ type: 'string' }, { type: 'boolean' }] }
  expect(tidy(choice)).toEqual(choice)
})

test('whole numbers are int32 and others double, nullable or not, at every depth', () => {
  const schema = {
    type: 'object',
    properties: {
      points: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      list: { type: 'array', items: { type: ['number', 'null'] } },
    },
  }
  expect(tidy(schema).properties).toEqual({
    points: { type: ['integer', 'null'], format: 'int32' },
    list: { type: 'array', items: { type: ['number', 'null'], format: 'double' } },
  })
})

test('a whole number that may exceed 32 bits is int64', () => {
  expect(tidy({ type: 'integer', maximum: 2_147_483_647 })).toMatchObject({ format: 'int32' })
  expect(tidy({ type: 'integer', maximum: 2_147_483_648 })).toMatchObject({ format: 'int64' })
})

test('records are left open: answers may gain fields', () => {
  expect(tidy({ type: 'object', properties: {}, additionalProperties: false })).toEqual({
    type: 'object',
    properties: {},
  })
})

test('a pattern stays, except where the format says the same', () => {
  expect(tidy({ type: 'string', pattern: '^a$' }).pattern).toBe('^a$')
  expect(tidy({ type: 'string', format: 'date', pattern: '^long$' }).pattern).toBeUndefined()
})

test('an example becomes the examples of JSON Schema', () => {
  expect(tidy({ type: 'string', example: 'men' })).toEqual({ type: 'string', examples: ['men'] })
})
