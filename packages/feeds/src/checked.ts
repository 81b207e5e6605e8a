import type { z } from 'zod'
import { FeedError } from './feed.ts'

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
