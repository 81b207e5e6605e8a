import { z } from 'zod'
import { numberKinds } from '../contract/scalars.ts'

/** Decimals of numbers in responses. Ratios are fractions like percentages; averages are per game or 100 possessions. */
export const DECIMALS = { ratio: 4, average: 2 } as const

/** Decimal digits that a double represents exactly. Further digits are errors of binary arithmetic. */
const EXACT_DIGITS = 15

/** The distance from a half, in units of the last decimal, within which such an error could decide the rounding. */
const NEAR_HALF = 1e-6
/** From this value on, in the same units, doubles are too coarse to measure that distance. */
const MAX_FAST = 1e6

/** Rounds by the exact digits; the result is in units of the last decimal. */
const roundDigits = (magnitude: number, decimals: number): number => {
  const [digits, exponent] = magnitude.toExponential(EXACT_DIGITS - 1).split('e')
  return Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
}

/**
 * Rounds half away from zero in decimal: 1.005 to 2 decimals is 1.01 although its double is slightly less, and -1.005 is
 * -1.01. Null stays null.
 * Source: commercial rounding (DIN 1333, IEEE 754 "ties to away").
 */
export function round(value: number, decimals: number): number
export function round(value: number | null, decimals: number): number | null
export function round(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const scaled = Math.abs(value) * 10 ** decimals
  const isSafe = scaled < MAX_FAST && Math.abs((scaled % 1) - 0.5) > NEAR_HALF
  const magnitude = (isSafe ? Math.round(scaled) : roundDigits(Math.abs(value), decimals)) / 10 ** decimals
  return value < 0 && magnitude > 0 ? -magnitude : magnitude
}

/** Decimals of ratios (fractions and prices) and of averages (per game or per 100 possessions). */
export type Decimals = { ratio: number; average: number }

type Rounding = (value: unknown) => unknown

const ofNumber = (schema: z.ZodNumber, name: string, decimals: Decimals): Rounding | undefined => {
  const { kind } = numberKinds.get(schema) ?? {}
  if (kind === undefined) throw new TypeError(`the contract does not say what kind of number ${name} is`)
  if (kind === 'measured') return undefined
  return (value) => (typeof value === 'number' ? round(value, decimals[kind]) : value)
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

const ofUnion = ({ options }: z.ZodUnion, name: string, decimals: Decimals): undefined => {
  if (options.some((option) => compile(option, name, decimals) !== undefined))
    throw new TypeError(`nothing says which option of the union ${name} is`)
}

/** Compiles the rounding of a field; undefined if nothing in it is rounded. */
const compile = (schema: z.core.$ZodType, name: string, decimals: Decimals): Rounding | undefined => {
  if (schema instanceof z.ZodNumber) return schema.format === null ? ofNumber(schema, name, decimals) : undefined
  if (schema instanceof z.ZodObject) return ofRecord(schema, decimals)
  if (schema instanceof z.ZodArray) return ofList(schema, name, decimals)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return compile(schema.unwrap(), name, decimals)
  if (schema instanceof z.ZodUnion) return ofUnion(schema, name, decimals)
  return undefined
}

const compiled = new WeakMap<Decimals, WeakMap<z.ZodType, Rounding>>()

/** Compiles the rounding of a schema once for each `decimals` object. */
const getRounding = (schema: z.ZodType, decimals: Decimals): Rounding => {
  const ofDecimals = compiled.get(decimals) ?? new WeakMap<z.ZodType, Rounding>()
  compiled.set(decimals, ofDecimals)
  const rounding = ofDecimals.get(schema) ?? compile(schema, 'the output', decimals) ?? ((value) => value)
  ofDecimals.set(schema, rounding)
  return rounding
}

/**
 * Rounds the ratios and averages in a value of `schema`, half away from zero. The value is copied where it changes;
 * a value without such numbers is returned unchanged.
 * @throws TypeError if the contract has a fractional number whose kind is not declared
 */
export const roundNumbers = (schema: z.ZodType, decimals: Decimals, value: unknown): unknown =>
  getRounding(schema, decimals)(value)
