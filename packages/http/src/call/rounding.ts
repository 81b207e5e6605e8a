import { round } from '@basketball-data/core'
import { z } from 'zod'

/** Decimals of numbers that were divided: ratios are fractions and prices, averages are per game or per 100 possessions. */
export type Decimals = { ratio: number; average: number }

/** What the fractional numbers of the contract are, by the names of their fields. What is measured stays as it is. */
const KINDS: Record<string, keyof Decimals | 'measured'> = {
  field_goal_pct: 'ratio',
  three_pct: 'ratio',
  free_throw_pct: 'ratio',
  true_shooting_pct: 'ratio',
  usage_pct: 'ratio',
  win_share: 'ratio',
  hit_rate: 'ratio',
  roi: 'ratio',
  price: 'ratio',
  home: 'ratio',
  draw: 'ratio',
  away: 'ratio',
  over: 'ratio',
  under: 'ratio',
  minutes: 'average',
  points: 'average',
  rebounds: 'average',
  assists: 'average',
  steals: 'average',
  blocks: 'average',
  turnovers: 'average',
  per_game: 'average',
  average_margin: 'average',
  average_points_for: 'average',
  average_points_against: 'average',
  possessions: 'average',
  pace: 'average',
  offensive_rating: 'average',
  defensive_rating: 'average',
  x_ft: 'measured',
  y_ft: 'measured',
  distance_ft: 'measured',
  line: 'measured',
}

/** Gives back what it is given, with the numbers it was compiled for rounded: a copy, or the same where there is none. */
type Rounding = (value: unknown) => unknown

const ofNumber = (name: string, decimals: Decimals): Rounding | undefined => {
  const kind = KINDS[name]
  if (kind === undefined) throw new TypeError(`nothing says how ${name} is rounded`)
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
  if (schema instanceof z.ZodNumber) return schema.format === null ? ofNumber(name, decimals) : undefined
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
