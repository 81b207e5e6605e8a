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
