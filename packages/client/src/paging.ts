import type { Plan } from './records.ts'

/** The meta of a list answered by page number; the first answer is page 1. */
export interface PageMeta {
  /** Records in this answer. */
  count: number
  /** To be sent as `cursor`; null at the end of the list. */
  next_cursor: string | null
  page: number
  per_page: number
  /** Records in the whole list. */
  total: number
  /** Pages in the whole list. */
  total_pages: number
  /** null on the last page. */
  next_page: number | null
  /** null on the first page. */
  prev_page: number | null
  /** The plan of the key that asked. */
  plan: Plan
}

/** The meta of an answer to a cursor: nothing is counted. */
export interface CursorMeta {
  /** Records in this answer. */
  count: number
  /** To be sent as `cursor`; null at the end of the list. */
  next_cursor: string | null
}

/** One page of a list. `'total' in meta` tells an answer by page number from one to a cursor. */
export interface Page<Item> {
  data: Item[]
  meta: PageMeta | CursorMeta
}

/** What a list accepts beside its own filters. Send `page` or `cursor`, never both. */
export interface Paging {
  /** The page to answer, from 1. */
  page?: number | undefined
  /** The `next_cursor` of the previous answer. */
  cursor?: string | undefined
  /** Records per answer, 1 to 200; 50 when left out. */
  per_page?: number | undefined
}

/** Every call counts, so a whole list is read in the largest pages. */
const LARGEST_PAGE = 200

/** The records of a whole list: asks for the next page once the last one is used up. */
export async function* everyRecord<Item>(
  pageOf: (paging: Paging) => Promise<Page<Item>>,
  per_page: number = LARGEST_PAGE,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const { data, meta } = await pageOf({ per_page, cursor })
    yield* data
    cursor = meta.next_cursor ?? undefined
  } while (cursor !== undefined)
}
