import type { Change, ChangesMeta, ListChanges } from './openapi.generated.ts'
import { type Call, toLazyCall } from './response.ts'

/** One page of the change log. */
export interface ChangesPage {
  data: Change[]
  /** Pass `next_after` as `after` to continue, also at the end of the log. */
  meta: ChangesMeta
}

/**
 * The change log after a change: a promise of its next page, and an iterable of all changes, which ends. Pass the `id` of the last
 * one as `after` to continue later. It sends no request until it is read.
 *
 * Reading it throws a BadRequestError if `after` is beyond the end of the log, because the service was restored from an
 * older backup: delete your copy and read the log again without `after`.
 * @example
 * let after = load() // undefined at the beginning
 * for await (const change of client.changes.list({ after })) {
 *   if (change.parts.includes('boxscore')) save(await client.games.boxScore(change.game.id))
 *   after = change.id
 * }
 */
export interface ChangeList extends Call<ChangesPage>, AsyncIterable<Change> {}

/** The largest page. Every request is a counted call, so the log is read in pages of this size. */
const MAX_PER_PAGE = 200

export const createChangeList = (
  request: (query: ListChanges) => Call<ChangesPage>,
  query: ListChanges = {},
): ChangeList =>
  Object.assign(
    toLazyCall(() => request(query)),
    {
      async *[Symbol.asyncIterator]() {
        let { after } = query
        for (;;) {
          const { data, meta } = await request({ per_page: MAX_PER_PAGE, ...query, after })
          yield* data
          if (data.length === 0 || meta.next_after === after) return
          after = meta.next_after
        }
      },
    },
  )
