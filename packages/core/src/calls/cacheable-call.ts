import { getWindow, type WindowContext } from '../accounts/window.ts'
import { EVERYTHING, LIVE_PARTS, RECORD_ID, type ChangedPart } from '../contract/index.ts'
import type { Invalidation, Operation } from './operation.ts'
import type { Decimals } from '../statistics/rounding.ts'

/** A response as JSON, with the tags of everything that it depends on: `<record id> <part>` of the change log. */
export type MadeResponse = { json: string; tags: readonly string[] }

/** A call whose response may be cached. */
export type CacheableCall = {
  /** Identifies the response: everything that it depends on besides the data. */
  key: string
  /** Makes the response from the data, which must have the change of this number. It rejects with the error of the call. */
  make: (change: number) => Promise<MadeResponse>
}

/** A call whose response may be cached, once it is counted. */
export type CountedCacheableCall = CacheableCall & {
  /** The change number of the database, read after the call came in. */
  change: number
  /** Whether `begin` has begun to make the response for this call. */
  begun?: boolean
}

/** Responses that are cached until something in them changes (decision 7). Every call of `core.context({ responseCache })` consults it. */
export type ResponseCache<Response = unknown> = {
  /** The response to a call as its transport writes it, from the cache if nothing has changed since it was made. */
  respond: (call: CountedCacheableCall) => Promise<Response>
  /**
   * Begins to make a response for a call that is being counted, unless it is cached or being made.
   * @returns whether it has begun
   */
  begin: (call: CacheableCall) => boolean
  /** The number up to which the change log is known. */
  seen: () => number
  /**
   * To be called if the database has answered a statement that was sent at `seen` with a lower number: it has lost commits,
   * as a failover to a replica that lagged does.
   */
  goBack: (number: number) => void
}

/** Milliseconds at whose multiples a day begins, in every time zone. */
const QUARTER_HOUR = 900_000

type Fields = readonly (readonly [name: string, value: unknown])[]

/** The fields of an input that JSON writes without loss, by name; null for anything else, which is not cached. */
const listFields = (sent: unknown): Fields | null => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  const fields = Object.entries(sent)
  const isPlain = fields.every(
    ([, value]) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  )
  return isPlain ? fields.toSorted(([a], [b]) => (a < b ? -1 : 1)) : null
}

/**
 * Identifies a response by the input as it was sent, which was valid when the response was made: a hit parses nothing. The key
 * names the plan, because lists do, and the first day that the plan may read. Null: the call is not cached.
 */
export const toCacheKey = (
  ctx: Pick<WindowContext, 'plans' | 'now' | 'caller'> & { decimals: Decimals | null },
  { path, dependsOnTime }: Pick<Operation, 'path' | 'dependsOnTime'>,
  sent: unknown,
): string | null => {
  const fields = listFields(sent)
  if (fields === null) return null
  const quarter = dependsOnTime ? Math.floor(ctx.now().getTime() / QUARTER_HOUR) : null
  return JSON.stringify([path, ctx.caller.plan, getWindow(ctx).from, quarter, ctx.decimals, fields])
}

const IS_RECORD_ID = new RegExp(`^${RECORD_ID}$`)
/** Matches the ids of records in JSON. Other text that matches is harmless. */
const RECORD_IDS = new RegExp(RECORD_ID, 'g')

/**
 * The tags of what could come to be in a response: these parts of the records in its input; of all records without one there. A
 * description can bring any record into a list or take it out, so all of them count.
 */
export const tagInput = (parts: readonly Invalidation[], input: Readonly<Record<string, unknown>>): string[] => {
  const ids = Object.values(input).filter((value) => typeof value === 'string' && IS_RECORD_ID.test(value))
  return parts.flatMap((part) => {
    if (part === 'all games') return `${EVERYTHING} games`
    if (part === 'live') return []
    if (part === 'description' || ids.length === 0) return `${EVERYTHING} ${part}`
    return ids.map((id) => `${String(id)} ${part}`)
  })
}

/** The tags of the records that a response names: a game for these parts, any other for its description. */
const tagNames = (json: string, parts: readonly ChangedPart[]): string[] =>
  [...new Set(json.match(RECORD_IDS))].flatMap((id) =>
    id.startsWith('gm_') ? parts.map((part) => `${id} ${part}`) : `${id} description`,
  )

/** The JSON of an output with everything that it depends on. */
export const toMadeResponse = (
  output: unknown,
  parts: readonly Invalidation[],
  input: Readonly<Record<string, unknown>>,
): MadeResponse => {
  const json = JSON.stringify(output)
  const named = tagNames(json, parts.includes('live') ? LIVE_PARTS : ['game'])
  return { json, tags: [...new Set([...tagInput(parts, input), ...named])] }
}
