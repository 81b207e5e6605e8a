import { z } from 'zod'
import { Count } from './identifiers.ts'
import { Plan } from './plans.ts'

/** `per_page` when it is left out. */
export const DEFAULT_PER_PAGE = 50
/** The largest `per_page`. */
export const MAX_PER_PAGE = 200
/** The largest `page`: the contract knows no bound, this is where whole numbers are no longer told apart. */
export const MAX_PAGE = Number.MAX_SAFE_INTEGER

const NextCursor = z
  .string()
  .max(1000)
  .nullable()
  .describe('Send it as `cursor` to read on; null at the end of the list.')

/** The meta of a list answered by page number (the first answer is page 1). */
export const PageMeta = z
  .object({
    count: Count.describe('Records in this answer.'),
    next_cursor: NextCursor,
    page: z.int().min(1).max(MAX_PAGE).describe('The page this is.'),
    per_page: Count.describe('Records a page holds.'),
    total: Count.describe('Records in the whole list.'),
    total_pages: Count.describe('Pages in the whole list.'),
    next_page: Count.nullable().describe('The page after this one; null on the last.'),
    prev_page: Count.nullable().describe('The page before this one, beyond the end the last one; null on the first.'),
    plan: Plan.describe('The plan of the key that asked.'),
  })
  .meta({ id: 'PageMeta', description: 'Where a page stands in its list.' })
export type PageMeta = z.infer<typeof PageMeta>

/** The meta of a list continued by cursor: nothing is counted. */
export const CursorMeta = z
  .object({ count: Count.describe('Records in this answer.'), next_cursor: NextCursor })
  .meta({ id: 'CursorMeta', description: 'The meta of an answer to a cursor.' })
export type CursorMeta = z.infer<typeof CursorMeta>

/** The meta of a single record: an empty object. */
export const NoMeta = z.object({}).meta({ id: 'NoMeta', description: 'A single record has no paging.' })
export type NoMeta = z.infer<typeof NoMeta>

/** `{data, meta}` around one record. */
export const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ data, meta: NoMeta })

/** `{data, meta}` around a list of records; `most` only of one that is not answered in pages. */
export const listOf = <Item extends z.ZodType>(item: Item, most = MAX_PER_PAGE) =>
  z.object({
    data: z.array(item).max(most).describe('The records of this answer.'),
    meta: z.union([PageMeta, CursorMeta]).describe('Where this answer stands in the list.'),
  })

/** A list as the core answers it. */
export type List<Item> = { data: Item[]; meta: PageMeta | CursorMeta }
/** A single record as the core answers it. */
export type Answer<Data> = { data: Data; meta: Record<string, never> }
