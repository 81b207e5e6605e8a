import { BundleStats } from '@basketball-data/core/contract'
import { z } from 'zod'
import { FeedError } from './feed.ts'

/** Text, trimmed and with single blanks; '' if it is missing. */
export const Padded = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? '' : String(value).replace(/\s+/g, ' ').trim()))

/** A number, or a decimal number in a string; null if it is missing, or something else. */
export const Numeral = z
  .union([z.number(), z.string(), z.boolean()])
  .nullish()
  .transform((value) => {
    if (typeof value === 'number') return value
    return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
  })

/** A boolean; true, 1 and "1" are true, everything else is false. */
export const Flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => ['true', '1'].includes(String(value).trim().toLowerCase()))

/** The columns of a feed by the statistics that they have. */
export type StatColumns<Column extends string = string> = Readonly<Partial<Record<keyof BundleStats, Column>>>

/** Fields that have the same schema. */
export const sameFields = <const Name extends string, Schema extends z.ZodType>(
  names: readonly Name[],
  schema: Schema,
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name is mapped to the schema
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** More than a player or a team can have of anything in a game. */
const IMPOSSIBLE = 1000

/** A whole number, negative ones included; null for any other number, and for an impossible one. */
export const whole = (value: number | null): number | null =>
  value !== null && Number.isInteger(value) && Math.abs(value) < IMPOSSIBLE ? value : null

/** A whole number from 0; null for any other number. */
export const count = (value: number | null): number | null => (value !== null && value < 0 ? null : whole(value))

/** The statistics of a row; an impossible number becomes null. `derived` are those that no column has as they are. */
export const readStats = <Column extends string>(
  columns: StatColumns<Column>,
  row: Readonly<Record<Column, number | null>>,
  derived: Partial<BundleStats> = {},
): BundleStats => {
  const read = Object.entries(columns).map(([stat, column]) => {
    const value = row[column]
    return [stat, stat === 'performance_index' ? whole(value) : count(value)] as const
  })
  return BundleStats.parse({ ...Object.fromEntries(read), ...derived })
}

/** A list that may be null. */
export const listSchema = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/**
 * Validates a response, or a part of it.
 *
 * @param name of the response or the part, for the error
 * @throws {FeedError} for the first field with an unexpected value
 */
export const parseResponse = <Schema extends z.ZodType>(
  schema: Schema,
  response: unknown,
  name: string,
  location: string,
): z.output<Schema> => {
  const result = schema.safeParse(response)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new FeedError(location, `${[name, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'unreadable'}`)
}
