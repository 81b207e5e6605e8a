import { z } from 'zod'
import { FeedError } from './feed.ts'

/** Padded text as the feed sends it, trimmed and with single blanks; '' where it sends none. */
export const Padded = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? '' : String(value).replace(/\s+/g, ' ').trim()))

/** A number, also one written as text; null where there is none. */
export const Numeral = z
  .union([z.number(), z.string(), z.boolean()])
  .nullish()
  .transform((value) => {
    if (value == null || (typeof value === 'string' && value.trim() === '')) return null
    const number = Number(value)
    return Number.isFinite(number) ? number : null
  })

/** Yes or no as true, 1 or "1"; everything else is no. */
export const Flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => ['true', '1'].includes(String(value).trim().toLowerCase()))

/** A list that may be null. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/**
 * What a schema makes of an answer, or of the part of it that is called `what`.
 *
 * @throws {FeedError} naming `place` and the first field that has another shape.
 */
export const checked = <Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  what: string,
  place: string,
): z.output<Schema> => {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new FeedError(place, `${[what, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'unreadable'}`)
}
