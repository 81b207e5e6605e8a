import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_PER_PAGE, type List, type PageMeta, type Paging, type Plan } from './contract/index.ts'
import { badRequest } from './errors.ts'

/** What a page depends on besides its list. */
type PagingContext = {
  /** Signs cursors; the same in every process on one database. */
  cursorKey: KeyObject
  caller: { plan: Plan }
}

/** The sort values of one record; the next page begins after it. */
export type Keyset = string[]

const Keyset = z.array(z.string())
const MAC_BYTES = 16
const WRONG = 'cursor must be the next_cursor of a response of this endpoint to the same filters.'

/** Signs a keyset for one list; the endpoint and its filters are part of the signature. */
const mac = (ctx: PagingContext, list: string, keyset: string): Buffer =>
  createHmac('sha256', ctx.cursorKey).update(`${list}\n${keyset}`).digest().subarray(0, MAC_BYTES)

const writeCursor = (ctx: PagingContext, list: string, keyset: Keyset): string => {
  const text = JSON.stringify(keyset)
  return Buffer.concat([mac(ctx, list, text), Buffer.from(text)]).toString('base64url')
}

const readCursor = (ctx: PagingContext, list: string, cursor: string): Keyset => {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw badRequest(WRONG)
  const text = bytes.subarray(MAC_BYTES).toString('utf8')
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(ctx, list, text))) throw badRequest(WRONG)
  return Keyset.parse(JSON.parse(text))
}

/**
 * Selects at most `limit` records of a list, after a keyset or else from `offset` on, in the order of the list. With `fromEnd`,
 * those before the last `offset` records.
 */
export type Range = { limit: number; offset: number; after: Keyset | undefined; fromEnd: boolean }

/** The parts of a list that its endpoint provides. */
type ListSource<Record> = {
  /** Name of the endpoint; its cursors are refused by every other endpoint. */
  name: string
  /** The filters of the list; a cursor continues only a list with the same filters. */
  filters: { [name: string]: string | undefined }
  /** Counts all records of the list. */
  total: () => Promise<number>
  /** Whether most lists fit into one page: records are then counted only if the page does not contain the end. */
  short?: boolean
  /** Whether `select` reads from the end of the list, too. Postgres skips the records of an offset one by one. */
  long?: boolean
  select: (range: Range) => Promise<Record[]>
  /** The sort values of a record. */
  toKeyset: (record: Record) => Keyset
}

/** Up to this offset a page is selected while its list is counted; beyond it, its distance from the end may be shorter. */
const FAR = 500

/** Selects the range of a list of `total` records, counted from the end of the list. */
const selectFromEnd = async <Record>(
  { select }: ListSource<Record>,
  { limit, offset, ...range }: Range,
  total: number,
): Promise<Record[]> => {
  if (offset >= total) return []
  const rows = await select({ ...range, limit, offset: Math.max(0, total - offset - limit), fromEnd: true })
  return rows.slice(-(total - offset))
}

/** The length of a list if the selected range contains its end; otherwise undefined. */
const totalFrom = ({ limit, offset }: Range, selected: number): number | undefined =>
  selected < limit && (selected > 0 || offset === 0) ? offset + selected : undefined

/**
 * The response of a list, by page number (with totals) or by cursor (nothing is counted).
 * @throws ServiceError bad_request for a cursor of another list
 */
export const listResponse = async <Record>(
  ctx: PagingContext,
  { page, cursor, per_page = DEFAULT_PER_PAGE }: Paging,
  source: ListSource<Record>,
): Promise<List<Record>> => {
  const filters = Object.entries(source.filters).filter(([, value]) => value !== undefined)
  const list = JSON.stringify([source.name, filters.toSorted(([a], [b]) => (a < b ? -1 : 1))])
  const after = cursor === undefined ? undefined : readCursor(ctx, list, cursor)
  const number = page ?? 1
  const offset = Math.min((number - 1) * per_page, Number.MAX_SAFE_INTEGER)
  const range = { limit: per_page + 1, offset, after, fromEnd: false }
  const paged = cursor === undefined
  const counting = paged && source.short !== true ? source.total() : undefined
  const far = source.long === true && offset > FAR ? await counting : undefined
  const selecting = far === undefined || 2 * offset < far ? source.select(range) : selectFromEnd(source, range, far)
  const [rows, counted] = await Promise.all([selecting, counting])
  const total = paged ? (counted ?? totalFrom(range, rows.length) ?? (await source.total())) : undefined

  const data = rows.slice(0, per_page)
  const last = data.at(-1)
  const more = rows.length > per_page && last !== undefined
  const next_cursor = more ? writeCursor(ctx, list, source.toKeyset(last)) : null
  if (total === undefined) return { data, meta: { count: data.length, next_cursor } }
  const total_pages = Math.ceil(total / per_page)
  const before = Math.min(number - 1, total_pages)
  return {
    data,
    meta: {
      count: data.length,
      next_cursor,
      page: number,
      per_page,
      total,
      total_pages,
      next_page: more ? number + 1 : null,
      prev_page: before > 0 ? before : null,
      plan: ctx.caller.plan,
    },
  }
}

/** The meta of a list that is returned whole: one page with all records. */
export const wholeList = ({ caller }: Pick<PagingContext, 'caller'>, count: number): PageMeta => ({
  count,
  next_cursor: null,
  page: 1,
  per_page: Math.max(DEFAULT_PER_PAGE, count),
  total: count,
  total_pages: count === 0 ? 0 : 1,
  next_page: null,
  prev_page: null,
  plan: caller.plan,
})

/** Rows of a list of accounts, of an audit log, or of what imports have refused: by default, and at most. */
const DEFAULT_ROWS = 100
const MAX_ROWS = 500

/** The rows that a list for operators has if `limit` of them are asked for. */
export const limitRows = (limit = DEFAULT_ROWS): number => Math.min(limit, MAX_ROWS)
