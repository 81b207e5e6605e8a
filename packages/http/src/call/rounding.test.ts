import { DECIMALS, operations, round, CompressedResponse } from '@basketball-data/core'
import { envelopeOf, Average, BoxScore, Game, listOf, PlayByPlay, Roster, Shots } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { roundingOf } from './rounding.ts'

/** Anything that a schema of an answer allows, fractional numbers with all their digits. */
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

/** Every value of an answer with its path, in order. */
const leaves = (value: unknown, path = ''): [path: string, value: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, `${path}/${name}`))
    : [[path, value]]

/** How a value is to go out: the names of fractions end alike, so do those of measured distances, and prices are few. */
const expected = (path: string, value: unknown): unknown => {
  if (typeof value !== 'number' || /(_ft|\/line)$/.test(path)) return value
  return round(value, /(_pct|win_share|hit_rate|\/(roi|price|home|draw|away|over|under))$/.test(path) ? 4 : 2)
}

describe('fractions go out with 4 decimals, averages with 2, and nothing else is changed', () => {
  test.each(operations.map(({ name, meta }) => [name, meta.output] as const))('%s', (_, schema) => {
    const rounded = roundingOf(schema, DECIMALS)
    fc.assert(
      fc.property(anyOf(schema), (answer) => {
        const before = structuredClone(answer)
        expect(leaves(rounded(answer))).toEqual(leaves(answer).map(([path, value]) => [path, expected(path, value)]))
        expect(answer).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})

test('an answer without such numbers is not touched, a stored one neither', () => {
  for (const schema of [listOf(Game), envelopeOf(BoxScore), envelopeOf(PlayByPlay), envelopeOf(Shots)])
    for (const answer of [{ data: [] }, new CompressedResponse(new Uint8Array(), 'hash')])
      expect(roundingOf(schema, DECIMALS)(answer)).toBe(answer)
})

test('the decimals can be chosen', () => {
  const rounded = roundingOf(envelopeOf(Roster), { ratio: 1, average: 0 })
  const answer = { data: { players: [{ games: 3, points: 19 / 3, three_pct: 2 / 3, minutes: null }] } }
  expect(rounded(answer)).toEqual({ data: { players: [{ games: 3, points: 6, three_pct: 0.7, minutes: null }] } })
})

test('a fractional number of which nothing says what it is does not compile', () => {
  expect(() => roundingOf(z.object({ height_ft: z.number().optional() }), DECIMALS)).toThrow(/height_ft/)
  expect(() => roundingOf(z.union([z.object({ pace: Average }), z.null()]), DECIMALS)).toThrow(/which of its choices/)
})
