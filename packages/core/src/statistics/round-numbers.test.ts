import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Average, BoxScore, envelopeSchema, Game, listSchema, PlayByPlay, Roster, Shots } from '../contract/index.ts'
import { operations } from '../operations.ts'
import { DECIMALS, round, roundNumbers } from './rounding.ts'

/** Any value of a schema; fractional numbers have all their digits. */
const anyOf = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  if (schema instanceof z.ZodObject)
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, anyOf(field)])))
  if (schema instanceof z.ZodArray) return fc.array(anyOf(schema.element), { maxLength: 3 })
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap()))
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(anyOf))
  if (schema instanceof z.ZodNumber && schema.format !== null) return fc.integer({ min: -1000, max: 1000 })
  if (schema instanceof z.ZodNumber) return fc.double({ min: -1000, max: 1000, noNaN: true })
  return schema instanceof z.ZodBoolean ? fc.boolean() : fc.string()
}

/** Every value of a response with its path, in order. */
const leaves = (value: unknown, path = ''): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, `${path}/${name}`))
    : [[path, value]]

/** Numbers that are written as they are: measures, and sealed forecasts, whose seal needs all of their digits. */
const WHOLE = /(_ft|\/line|expected_margin|\/data(\/forecasts\/\d+)?\/home_win_probability)$/
const FRACTIONS =
  /(_pct|win_share|hit_rate|_probability|period_minutes|\/places\/\d+|\/(roi|price|home|draw|away|over|under))$/

/** The value on the wire, by the name of its field. */
const expected = (path: string, value: unknown): unknown =>
  typeof value !== 'number' || WHOLE.test(path) ? value : round(value, FRACTIONS.test(path) ? 4 : 2)

describe('fractions are rounded to 4 decimals, averages to 2, and nothing else changes', () => {
  test.each(operations.map(({ name, output }) => [name, output] as const))('%s', (_, schema) => {
    fc.assert(
      fc.property(anyOf(schema), (output) => {
        const before = structuredClone(output)
        const rounded = roundNumbers(schema, DECIMALS, output)
        expect(leaves(rounded)).toEqual(leaves(output).map(([path, value]) => [path, expected(path, value)]))
        expect(output).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})

test('an output without fractions and averages is returned unchanged', () => {
  for (const schema of [listSchema(Game), envelopeSchema(BoxScore), envelopeSchema(PlayByPlay), envelopeSchema(Shots)])
    for (const output of [{ data: [] }, null]) expect(roundNumbers(schema, DECIMALS, output)).toBe(output)
})

test('the decimals can be chosen', () => {
  const output = { data: { players: [{ games: 3, points: 19 / 3, three_pct: 2 / 3, minutes: null }] } }
  expect(roundNumbers(envelopeSchema(Roster), { ratio: 1, average: 0 }, output)).toEqual({
    data: { players: [{ games: 3, points: 6, three_pct: 0.7, minutes: null }] },
  })
})

test('a fractional number without a kind throws', () => {
  expect(() => roundNumbers(z.object({ height_ft: z.number().optional() }), DECIMALS, {})).toThrow(/height_ft/)
  expect(() => roundNumbers(z.union([z.object({ pace: Average }), z.null()]), DECIMALS, {})).toThrow(/which option/)
})
