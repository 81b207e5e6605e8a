import { AbortedError } from './errors.ts'
import type { ListMeta } from './openapi.generated.ts'
import type { Paging } from './options.ts'
import { type Call, toLazyCall } from './response.ts'

/** Paging of a page requested by number. */
export type PageMeta = { [Field in keyof Required<ListMeta>]: Exclude<ListMeta[Field], undefined> }
/** Paging of a page requested by cursor. */
export type CursorMeta = Pick<ListMeta, 'count' | 'next_cursor'>

/**
 * One page of a list. `'total' in meta` is true for a page requested by number, false for one requested by cursor. `More` is what
 * else the meta of this list has.
 */
export interface Page<Item, More extends object = object> {
  data: Item[]
  meta: (PageMeta | CursorMeta) & More
}

/**
 * A list: a promise of its first page, and an iterable of all of its records. No request is made before it is read, and the next
 * page is requested only when it is needed: leaving the loop ends the requests.
 *
 * The first page begins at `page` or `cursor`. Awaiting a list twice requests it once. An async function that returns a list
 * resolves to its first page.
 *
 * When a request fails, the error has the cursor of the page that failed. The same list with that `cursor` continues where
 * it stopped, without a gap or a repetition, provided that the records or pages read before were processed. `all` returns
 * everything or throws.
 * @example
 * const { data, meta } = await client.games.list({ season })
 * for await (const game of client.games.list({ season })) console.log(game.home.name)
 */
export interface List<Item, More extends object = object> extends Call<Page<Item, More>>, AsyncIterable<Item> {
  /** Every page, beginning with the first. */
  pages: () => AsyncGenerator<Page<Item, More>, void, undefined>
  /** Every record, beginning with the first page, or the first `limit` of them. Throws when any of the requests fails. */
  all: (options?: { limit?: number | undefined }) => Promise<Item[]>
}

/** How the pages of a list are requested. */
export interface ListSource<Item, More extends object> {
  /** Requests one page. Its errors have the cursor that was sent. */
  request: (paging: Paging) => Call<Page<Item, More>>
  start: Paging
  /** Records per page when the whole list is read; undefined for a list without paging. */
  maxPerPage: number | undefined
  /** Signals that abort the reading. */
  signals: (AbortSignal | undefined)[]
}

async function* pagesFrom<Item, More extends object>(
  { request, start, signals }: ListSource<Item, More>,
  per_page: number | undefined,
) {
  let next = start.cursor
  do {
    const position: Paging = next === undefined ? { page: start.page } : { cursor: next }
    const page = await request({ ...position, per_page }).catch((error: unknown) => {
      const aborted = signals.find((signal) => signal?.aborted)
      throw aborted ? new AbortedError(aborted.reason, next) : error
    })
    yield page
    next = page.meta.next_cursor ?? undefined
  } while (next !== undefined)
}

async function* listRecords<Item>(pages: AsyncIterable<{ data: Item[] }>) {
  for await (const { data } of pages) yield* data
}

export const createList = <Item, More extends object>(source: ListSource<Item, More>): List<Item, More> => {
  const { request, start, maxPerPage } = source
  const pages = (per_page = maxPerPage) => pagesFrom(source, start.per_page ?? per_page)
  const first = () => request(start.cursor === undefined ? start : { cursor: start.cursor, per_page: start.per_page })
  return Object.assign(toLazyCall(first), {
    pages: () => pages(),
    all: async ({ limit = Infinity } = {}) => {
      const all: Item[] = []
      if (limit < 1) return all
      for await (const record of listRecords(pages(maxPerPage && Math.min(maxPerPage, Math.ceil(limit)))))
        if (all.push(record) >= limit) break
      return all
    },
    [Symbol.asyncIterator]: () => listRecords(pages()),
  })
}
