import type { Page, Plan } from '@basketball-data/client'
import { badRequest, refuseUnknown } from './refusal.ts'

const PAGING: ReadonlySet<string> = new Set(['page', 'cursor', 'per_page'])

/** The parameters of a call, checked as the service checks them. */
export class Query {
  private readonly sent: URLSearchParams

  constructor(sent: URLSearchParams, accepted: readonly string[]) {
    this.sent = sent
    refuseUnknown(sent.keys(), accepted)
    for (const name of sent.keys())
      if (sent.getAll(name).length > 1 || sent.get(name) === '')
        throw badRequest(`${name} must be sent once, not empty.`)
  }

  get(name: string): string | undefined {
    return this.sent.get(name) ?? undefined
  }

  required(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw badRequest(`${name} is required.`)
    return value
  }

  whole(name: string, most: number): number | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > most)
      throw badRequest(`${name} must be a whole number from 1 to ${most}.`)
    return Number(value)
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.get(name)
    const found = values.find((each) => each === value)
    if (value !== undefined && found === undefined)
      throw badRequest(`${name} must be one of ${values.join(', ')}.`, values)
    return found
  }

  day(name: string): string | undefined {
    const value = this.get(name)
    const day = value === undefined ? undefined : new Date(`${value}T00:00:00Z`)
    if (day && (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value))
      throw badRequest(`${name} must be a calendar day written YYYY-MM-DD.`)
    return value
  }

  id(name: string, prefix: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined) checkId(value, prefix)
    return value
  }

  /** What tells a list from others: its filters. */
  private filters(): string {
    const given = [...this.sent].filter(([name]) => !PAGING.has(name))
    return JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  private cursorAt(place: number): string {
    return btoa(JSON.stringify([place, encodeURIComponent(this.filters())]))
  }

  private placeOf(cursor: string, total: number): number {
    for (let place = 0; place <= total; place++) if (this.cursorAt(place) === cursor) return place
    throw badRequest('cursor is not one that this list has given.')
  }

  /** The page of a list that is asked for, by number or by cursor. */
  page<Item>(items: Item[], plan: Plan): Page<Item> {
    const [page, cursor, per_page = 50] = [
      this.whole('page', Number.MAX_SAFE_INTEGER),
      this.get('cursor'),
      this.whole('per_page', 200),
    ]
    if (page !== undefined && cursor !== undefined) throw badRequest('page and cursor cannot be sent together.')
    const total = items.length
    const start = cursor === undefined ? ((page ?? 1) - 1) * per_page : this.placeOf(cursor, total)
    const data = items.slice(start, start + per_page)
    const next_cursor = start + per_page < total ? this.cursorAt(start + per_page) : null
    const meta = { count: data.length, next_cursor }
    if (cursor !== undefined) return { data, meta }
    const [at, total_pages] = [page ?? 1, Math.ceil(total / per_page)]
    const next_page = at < total_pages ? at + 1 : null
    const before = Math.min(at - 1, total_pages)
    const prev_page = before > 0 ? before : null
    return { data, meta: { ...meta, page: at, per_page, total, total_pages, next_page, prev_page, plan } }
  }
}

/** @throws Refusal bad_request for what is no id of its kind */
export const checkId = (id: string, prefix: string): void => {
  const pattern = prefix === 'wh_' ? /^wh_[0-9a-f]{16}$/ : new RegExp(`^${prefix}[0-9a-hjkmnp-tv-z]{8}$`)
  if (!pattern.test(id)) throw badRequest(`${id} is not an id: ${prefix} and 8 characters.`)
}
