import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, selectRows, type Database } from '../store/index.ts'

/** A limit on requests that have no key: `max` of a subject within so many seconds, an hour at most. */
export type RequestLimit = { subject: string; max: number; seconds: number }

/** The advisory lock on what has been counted. */
const REQUESTS_LOCK = 7_231_457

/** Makes others who count requests wait until this transaction ends, so that the limits are exact over all processes. */
export const lockRequests = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${REQUESTS_LOCK}::bigint)`)
}

/** Subjects may be e-mail or network addresses, which are nobody's business. */
const toHash = (subject: string): string => createHash('sha256').update(subject).digest('hex')

const Used = z.object({ subject: z.string(), used: z.number() })

/** How many requests of each subject were counted within its seconds, by the hash of the subject. */
const selectUsed = async (tx: Database, limits: readonly RequestLimit[]): Promise<Map<string, number>> => {
  const subjects = new Map(limits.map(({ subject, seconds }) => [toHash(subject), seconds]))
  const asked = JSON.stringify(Array.from(subjects, ([subject, seconds]) => ({ subject, seconds })))
  const rows = await selectRows(
    tx,
    Used,
    sql`with clock as materialized (select clock_timestamp() as now)
        select a.subject, (
          select count(*)::integer from sign_in_requests r
          where r.subject = decode(a.subject, 'hex') and r.at > clock.now - a.seconds * interval '1 second') as used
        from clock cross join json_to_recordset(${asked}::json) as a (subject text, seconds integer)`,
  )
  return new Map(rows.map(({ subject, used }) => [subject, used]))
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
  /** Counts a request towards a subject; it is stored by `store`. */
  count: (subject: string) => void
  store: () => Promise<void>
}

/** Reads what was counted towards limits. The transaction has to have called `lockRequests`. */
export const readCounts = async (tx: Database, limits: readonly RequestLimit[]): Promise<RequestCounts> => {
  const used = await selectUsed(tx, limits)
  const counted: string[] = []
  return {
    isReached: ({ subject, max }) => (used.get(toHash(subject)) ?? 0) >= max,
    count: (subject) => {
      const hash = toHash(subject)
      used.set(hash, (used.get(hash) ?? 0) + 1)
      counted.push(hash)
    },
    store: () => insertCounted(tx, counted),
  }
}
