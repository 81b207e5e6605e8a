// Rules that let code generators make a client from the document. They put all components and operations in one
// namespace, and lose nulls and fields in unions and extensions; docs/client.md names those that were tried.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { WebhookEventType } from '@basketball-data/core/contract'
import { buildDocument } from './document.ts'
import { componentName, listEndpoints, type OpenApiDocument } from './types.ts'

const document = buildDocument({
  name: 'Basketball Data',
  base: 'http://127.0.0.1:3000/v1',
  docs: 'http://127.0.0.1:3000/docs',
  pricing: 'http://127.0.0.1:3000/docs#plans',
})

/** A name as every generator sees it: PascalCase, snake_case and kebab-case of the same words are equal. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const duplicates = (names: string[]): string[] => {
  const plain = names.map(plainName)
  return names.filter((name, index) => plain.indexOf(plainName(name)) !== index)
}

type Components = OpenApiDocument['components']

const componentNames = ({ schemas, parameters, headers, responses, securitySchemes }: Components): string[] =>
  [schemas, parameters, headers, responses, securitySchemes].flatMap((each) => Object.keys(each))

/** Every schema of the document with its path, at any depth. */
const schemasIn = (value: unknown, path: string): { path: string; schema: Record<string, unknown> }[] => {
  if (typeof value !== 'object' || value === null) return []
  const parts = Object.entries(value).flatMap(([key, part]) =>
    ['example', 'examples'].includes(key) ? [] : schemasIn(part, `${path}/${key}`),
  )
  return [{ path, schema: { ...value } }, ...parts]
}

const { components, paths, tags } = document
const names = componentNames(components)
const schemas = schemasIn({ paths, components }, '')
const operationIds = listEndpoints(document).map(({ operation }) => operation.operationId)
const NullableReference = z.tuple([z.object({ $ref: z.string() }), z.object({ type: z.literal('null') })])

const EnumSchema = z.object({ enum: z.array(z.string()), 'x-enum-varnames': z.array(z.string()).optional() })
/** The names of the values of every enum in generated code. */
const enums = schemas.flatMap(({ schema }) => {
  const { data } = EnumSchema.safeParse(schema)
  return data === undefined ? [] : [data['x-enum-varnames'] ?? data.enum]
})

test('the name of every component is unique, whatever its kind, case and separators', () => {
  expect(names.length).toBeGreaterThan(150)
  expect(duplicates(names)).toEqual([])
  expect(duplicates([...names, 'not_found_response', 'Competition'])).toEqual(['not_found_response', 'Competition'])
})

test('no component is named like the constructor of another one: NewWebhook beside Webhook', () => {
  const plain = new Set(names.map(plainName))
  expect(names.filter((name) => plain.has(`new${plainName(name)}`))).toEqual([])
})

test('no component has a name that generators derive from an operation', () => {
  const suffixes = ['', 'Params', 'Parameters', 'Request', 'RequestBody', 'Response', 'Error']
  const derived = new Set(operationIds.flatMap((id) => suffixes.map((suffix) => plainName(id + suffix))))
  expect(names.filter((name) => derived.has(plainName(name)))).toEqual([])
})

test('no component has the name of a built-in type of a programming language', () => {
  const builtIn =
    'Array Boolean Class Client Date Double Enum Error Exception Float Function Index Integer Iterator List Long Map Model Module Number Object Option Optional Request Response Result Self Set Static String Symbol Type Void'
  expect(names.filter((name) => builtIn.split(' ').includes(name))).toEqual([])
})

test('the name of every value of every enum is unique, and none is the name of a component', () => {
  const values = enums.flat()
  expect(values.length).toBeGreaterThan(50)
  expect(duplicates(values)).toEqual([])
  expect(duplicates([...names, ...values])).toEqual([])
  for (const value of values) expect(value).toMatch(/^[A-Za-z][A-Za-z_.]*$/)
})

test('an enum has a name in generated code for each of its values, or for none', () => {
  const described = schemas.filter(({ schema }) => 'x-enum-varnames' in schema)
  expect(described.map(({ path }) => path).toSorted()).toEqual([
    '/components/schemas/GamePart',
    '/components/schemas/LeaderStat',
    '/components/schemas/PatchOperationType',
    '/components/schemas/PossessionEnd',
    '/components/schemas/PossessionStart',
    '/components/schemas/RevisedPart',
    '/components/schemas/StagePart',
  ])
  for (const { schema } of described) {
    const { enum: values, 'x-enum-varnames': variables } = EnumSchema.parse(schema)
    expect(variables?.length).toBe(values.length)
  }
})

test('a constant is a text', () => {
  const constants = schemas.flatMap(({ schema }) => schema['const'] ?? [])
  expect(new Set(constants)).toEqual(
    new Set(['game', 'play', 'period', 'final', 'score', 'add', 'edit', 'remove', ...WebhookEventType.options]),
  )
})

test('the fields of a record make different identifiers', () => {
  const clashes = Object.entries(components.schemas).flatMap(([record, { properties = {} }]) =>
    duplicates(Object.keys(properties)).map((field) => `${record}.${field}`),
  )
  expect(clashes).toEqual([])
})

describe('every type has a name of its own:', () => {
  const unnamed = schemas.filter(({ path }) => !/^\/components\/(?:schemas|parameters)\/\w+(?:\/schema)?$/.test(path))

  test('an object is a component', () => {
    const inline = unnamed.filter(({ path, schema }) => schema['type'] === 'object' && !path.endsWith('/properties'))
    expect(inline.map(({ path }) => path)).toEqual([
      '/components/schemas/OpenApiDocument/properties/info',
      '/components/schemas/OpenApiDocument/properties/paths',
    ])
  })

  test('an enum is a component', () => {
    expect(unnamed.flatMap(({ path, schema }) => ('enum' in schema ? path : []))).toEqual([])
  })
})

/** The events of streams: a generated client reads a stream as text, and the event is told by its name. */
const EVENT_UNIONS = new Set(['GameStreamEvent', 'StreamEvent', 'PlayChange'])

test('no schema is a union or an extension, except of a record or an enum and null, and events of streams', () => {
  const composed = schemas.filter(({ schema: { anyOf, oneOf, allOf } }) => {
    if (oneOf !== undefined || allOf !== undefined) return true
    if (anyOf === undefined) return false
    const { data } = NullableReference.safeParse(anyOf)
    const target = components.schemas[componentName(data?.[0].$ref ?? '')]
    return target?.properties === undefined && target?.enum === undefined
  })
  expect(new Set(composed.map(({ path }) => componentName(path)))).toEqual(EVENT_UNIONS)
})

test('every operation has one tag, which is a section of the document, and no section is empty', () => {
  const used = listEndpoints(document).flatMap(({ operation }) => operation.tags)
  expect(used.length).toBe(operationIds.length)
  expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)))
  const tagged = schemas.filter(({ schema }) => 'tags' in schema)
  expect(tagged.length).toBe(used.length)
  expect(duplicates(tags.map(({ name }) => name))).toEqual([])
})

test('events are callbacks: generators let the operations of webhooks replace those of the service', () => {
  expect(document).not.toHaveProperty('webhooks')
  expect(Object.keys(paths['/webhooks']?.post?.callbacks ?? {})).toEqual(WebhookEventType.options)
})
