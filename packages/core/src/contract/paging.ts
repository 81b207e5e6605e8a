import { z } from 'zod'
import { Count } from './scalars.ts'
import { Plan } from './plans.ts'

/** Default of `per_page`. */
export const DEFAULT_PER_PAGE = 50
/** Maximum of `per_page`. */
export const MAX_PER_PAGE = 200
/** Maximum of `page`. The contract has no bound; beyond this one, JavaScript numbers lose precision. */
export const MAX_PAGE = Number.MAX_SAFE_INTEGER

const NextCursor = z
  .string()
  .max(1000)
  .nullable()
  .describe('Send as `cursor` to get the next page. Null at the end of the list.')

/** The meta of a list requested by page number (without `page`: page 1). */
export const PageMeta = z.object({
  count: Count.describe('Number of records in this response.'),
  next_cursor: NextCursor,
  page: z.int().min(1).max(MAX_PAGE).describe('Number of this page.'),
  per_page: Count.describe('Maximum number of records per page.'),
  total: Count.describe('Number of records in the whole list.'),
  total_pages: Count.describe('Number of pages in the whole list.'),
  next_page: Count.nullable().describe('Number of the next page. Null on the last page.'),
  prev_page: Count.nullable().describe(
    'Number of the previous page; beyond the end, of the last page. Null on the first page.',
  ),
  plan: Plan.describe('Plan of the account.'),
})
export type PageMeta = z.infer<typeof PageMeta>

/** The meta of a list requested by cursor, without totals. */
export const CursorMeta = z.object({
  count: Count.describe('Number of records in this response.'),
  next_cursor: NextCursor,
})
export type CursorMeta = z.infer<typeof CursorMeta>

/** The meta of a list. One object, not a union of two: code generators lose nulls and fields of a union. */
export const ListMeta = z.object({ ...PageMeta.partial().shape, ...CursorMeta.shape }).meta({
  id: 'ListMeta',
  description: 'Paging of a list. A list requested by cursor has only `count` and `next_cursor`.',
})
export type ListMeta = z.infer<typeof ListMeta>

/** The meta of a single record: an empty object. */
export const NoMeta = z.object({}).meta({ id: 'NoMeta', description: 'Empty for a single record.' })
export type NoMeta = z.infer<typeof NoMeta>

/** The schema of a response with one record: `{data, meta}`. */
export const envelopeSchema = <Data extends z.ZodType>(data: Data) => z.object({ data, meta: NoMeta })

/** The schema of a response with a list: `{data, meta}`. `max` is the maximum length of a list without paging. */
export const listSchema = <Item extends z.ZodType>(item: Item, max = MAX_PER_PAGE) =>
  z.object({
    data: z.array(item).max(max).describe('The records of this page.'),
    meta: ListMeta,
  })

/** A response with a list. */
export type List<Item> = { data: Item[]; meta: PageMeta | CursorMeta }
/** A response with one record. */
export type Envelope<Data> = { data: Data; meta: Record<string, never> }
