import { round } from '@basketball-data/core'
import { numberKinds } from '@basketball-data/core/contract'
import { z } from 'zod'

/** Decimals of numbers that were divided: ratios are fractions and prices, averages are per game or per 100 possessions. */
export type Decimals = { ratio: number; average: number }

/** Gives back what it is given, with the numbers it was compiled for rounded: a copy, or the same where there is none. */
type Rounding = (value: unknown) => unknown

const ofNumber = (schema: z.ZodNumber, name: string, decimals: Decimals): Rounding | undefined => {
  const { kind } = numberKinds.get(schema) ?? {}
  if (kind === undefined) throw new TypeError(`nothing says what kind of number ${name} is`)
  if (kind === 'measured') return undefined
  const places = decimals[kind]
  return (value) => (typeof value === 'number' ? round(value, places) : value)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const ofRecord = ({ shape }: z.ZodObject, decimals: Decimals): Rounding | undefined => {
  const fields = Object.entries(shape).flatMap(([name, schema]): [string, Rounding][] => {
    const rounding = compile(schema, name, decimals)
    return rounding === undefined ? [] : [[name, rounding]]
  })
  if (fields.length === 0) return undefined
  return (value) => {
    if (!isRecord(value)) return value
    const rounded = { ...value }
    for (const [name, rounding] of fields) if (name in rounded) rounded[name] = rounding(rounded[name])
    return rounded
  }
}

const ofList = ({ element }: z.ZodArray, name: string, decimals: Decimals): Rounding | undefined => {
  const rounding = compile(element, name, decimals)
  return rounding && ((value) => (Array.isArray(value) ? value.map(rounding) : value))
}

const ofChoice = ({ options }: z.ZodUnion, name: string, decimals: Decimals): undefined => {
  if (options.some((option) => compile(option, name, decimals) !== undefined))
    throw new TypeError(`nothing says which of its choices ${name} is`)
}

/** The rounding of what a field called `name` holds; undefined where nothing in it is to be rounded. */
const compile = (schema: z.core.$ZodType, name: string, decimals: Decimals): Rounding | undefined => {
  if (schema instanceof z.ZodNumber) return schema.format === null ? ofNumber(schema, name, decimals) : undefined
  if (schema instanceof z.ZodObject) return ofRecord(schema, decimals)
  if (schema instanceof z.ZodArray) return ofList(schema, name, decimals)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return compile(schema.unwrap(), name, decimals)
  if (schema instanceof z.ZodUnion) return ofChoice(schema, name, decimals)
  return undefined
}

/**
 * Compiles what the wire does to the answers of an operation: ratios and averages are rounded half away from zero,
 * everything else goes out as the core has it. Answers without such numbers are given back as they are.
 * @throws TypeError when the contract has a fractional number of which nothing says what it is.
 */
export const roundingOf = (answer: z.ZodType, decimals: Decimals): Rounding =>
  compile(answer, 'the answer', decimals) ?? ((value) => value)
