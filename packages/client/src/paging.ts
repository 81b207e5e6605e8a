import type { Call } from './call.ts'
import { AbortedError } from './errors.ts'
import type { Plan } from './records.ts'

/** The meta of a list answered by page number; the first answer is page 1. */
export interface PageMeta {
  /** Number of records in this response. */
  count: number
  /** Send as `cursor` to get the next page. Null at the end of the list. */
  next_cursor: string | null
  /** Number of this page. */
  page: number
  /** Maximum number of records per page. */
  per_page: number
  /** Number of records in the whole list. */
  total: number
  /** Number of pages in the whole list. */
  total_pages: number
  /** Number of the next page. Null on the last page. */
  next_page: number | null
  /** Number of the previous page; beyond the end, of the last page. Null on the first page. */
  prev_page: number | null
  /** Plan of the account. */
  plan: Plan
}

/** The meta of an answer to a cursor: nothing is counted. */
export interface CursorMeta {
  /** Number of records in this response. */
  count: number
  /** Send as `cursor` to get the next page. Null at the end of the list. */
  next_cursor: string | null
}

/** One page of a list. `'total' in meta` tells an answer by page number from one to a cursor. */
export interface Page<Item> {
  data: Item[]
  meta: PageMeta | CursorMeta
}

/** What a list accepts beside its own filters: where to begin, and how many records an answer is to have. */
export interface Paging {
  /** The page to begin with, from 1. */
  page?: number | undefined
  /** The `next_cursor` of an answer, or the `cursor` of an error: begins after what was read. Goes before `page`. */
  cursor?: string | undefined
  /** Records per answer, 1 to 200. When left out: 50 for `page`, else 200, since every answer is a counted call. */
  per_page?: number | undefined
}

/**
 * A list that can be read in several ways. Nothing is asked for before one of them is taken, and the next page only when
 * it is needed: leaving the loop ends the calls.
 *
 * An error on the way carries the cursor of the page that failed: with it as `cursor`, the same list goes on where it
 * stopped, without a gap and without a repetition. That holds for what was read by record or by page; `all` gives all or
 * nothing.
 * @example for await (const game of client.games.list({ season })) console.log(game.home.name)
 */
export interface List<Item> extends AsyncIterable<Item> {
  /** One page, the first when neither `page` nor `cursor` says otherwise. */
  page: () => Call<Page<Item>>
  /** Every page from there on. */
  pages: () => AsyncGenerator<Page<Item>, void, undefined>
  /** Every record from there on in one array, or the first `limit` of them. Gives nothing when a page of it fails. */
  all: (options?: { limit?: number | undefined }) => Promise<Item[]>
}

/** How a list is read. */
interface Reading<Item> {
  /** Asks for one page; its errors carry the cursor that was sent. */
  ask: (paging: Paging) => Call<Page<Item>>
  start: Paging
  /** Records per answer where a whole list is read; undefined for a list that knows no pages. */
  largest: number | undefined
  /** What may end it. */
  signals: (AbortSignal | undefined)[]
}

async function* pagesFrom<Item>({ ask, start, signals }: Reading<Item>, per_page: number | undefined) {
  let next = start.cursor
  do {
    const where: Paging = next === undefined ? { page: start.page } : { cursor: next }
    const answer = await ask({ ...where, per_page }).catch((error: unknown) => {
      const ended = signals.find((signal) => signal?.aborted)
      throw ended ? new AbortedError(ended.reason, next) : error
    })
    yield answer
    next = answer.meta.next_cursor ?? undefined
  } while (next !== undefined)
}

async function* recordsOf<Item>(pages: AsyncIterable<Page<Item>>) {
  for await (const { data } of pages) yield* data
}

export const listOf = <Item>(reading: Reading<Item>): List<Item> => {
  const { ask, start, largest } = reading
  const pages = (per_page = largest) => pagesFrom(reading, start.per_page ?? per_page)
  return {
    page: () => ask(start.cursor === undefined ? start : { cursor: start.cursor, per_page: start.per_page }),
    pages: () => pages(),
    all: async ({ limit = Infinity } = {}) => {
      const all: Item[] = []
      if (limit < 1) return all
      for await (const record of recordsOf(pages(largest && Math.min(largest, Math.ceil(limit)))))
        if (all.push(record) >= limit) break
      return all
    },
    [Symbol.asyncIterator]: () => recordsOf(pages()),
  }
}
