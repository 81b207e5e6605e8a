import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, selectRows, type Database } from '../store/index.ts'

/** A limit on requests that have no key of an account: `max` of a subject within so many seconds, an hour at most. */
export type RequestLimit = { subject: string; max: number; seconds: number }

/** The advisory lock on what has been counted. */
const REQUESTS_LOCK = 7_231_457

/** Makes others who count requests wait until this transaction ends, so that the limits are exact over all processes. */
export const lockRequests = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${REQUESTS_LOCK}::bigint)`)
}

/** Subjects may be e-mail or network addresses, which are nobody's business. */
const toHash = (subject: string): string => createHash('sha256').update(subject).digest('hex')

/** The requests of a subject within its seconds, and when the first of them is free; moments are Unix time in milliseconds, of the database. */
export type RequestUsage = { at: number; used: number; frees_at: number }

const Used = z.object({ subject: z.string(), at: z.number(), used: z.number(), frees_at: z.number() })
type Used = z.infer<typeof Used>

/** How many requests of each subject were counted within its seconds, and when the first of them is free, by the hash of the subject. */
const selectUsed = async (tx: Database, limits: readonly RequestLimit[]): Promise<Map<string, Used>> => {
  const subjects = new Map(limits.map(({ subject, seconds }) => [toHash(subject), seconds]))
  const asked = JSON.stringify(Array.from(subjects, ([subject, seconds]) => ({ subject, seconds })))
  const rows = await selectRows(
    tx,
    Used,
    sql`with clock as materialized (select clock_timestamp() as now)
        select a.subject, r.used, (date_part('epoch', clock.now) * 1000)::float8 as at,
          (date_part('epoch', coalesce(r.first_at, clock.now) + a.seconds * interval '1 second') * 1000)::float8 as frees_at
        from clock cross join json_to_recordset(${asked}::json) as a (subject text, seconds integer)
        cross join lateral (
          select count(*)::integer as used, min(r.at) as first_at from sign_in_requests r
          where r.subject = decode(a.subject, 'hex') and r.at > clock.now - a.seconds * interval '1 second') as r`,
  )
  return new Map(rows.map((row) => [row.subject, row]))
}

const insertCounted = async (tx: Database, subjects: readonly string[]): Promise<void> => {
  if (subjects.length === 0) return
  await execute(
    tx,
    sql`insert into sign_in_requests (subject, at)
        select decode(subject, 'hex'), clock_timestamp() from json_array_elements_text(${JSON.stringify(subjects)}::json) as subject`,
  )
}

/** What was counted towards limits, and what is counted now. */
export type RequestCounts = {
  isReached: (limit: RequestLimit) => boolean
  /** What was counted towards a limit. */
  getUsage: (limit: RequestLimit) => RequestUsage
  /** Counts a request towards a subject; it is stored by `store`. */
  count: (subject: string) => void
  store: () => Promise<void>
}

/** Reads what was counted towards limits. The transaction has to have called `lockRequests`. */
export const readCounts = async (tx: Database, limits: readonly RequestLimit[]): Promise<RequestCounts> => {
  const used = await selectUsed(tx, limits)
  const counted: string[] = []
  return {
    isReached: ({ subject, max }) => (used.get(toHash(subject))?.used ?? 0) >= max,
    getUsage: ({ subject }) => {
      const { at = 0, used: counted = 0, frees_at = 0 } = used.get(toHash(subject)) ?? {}
      return { at, used: counted, frees_at }
    },
    count: (subject) => {
      const hash = toHash(subject)
      const earlier = used.get(hash)
      if (earlier !== undefined) earlier.used += 1
      counted.push(hash)
    },
    store: () => insertCounted(tx, counted),
  }
}
