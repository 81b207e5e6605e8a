import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { accounts, execute, sessions, signInLinks, signInRequests, type Database, type Store } from '../store/index.ts'
import { insertAudit } from './audit-queries.ts'
import { insertAccount, type Account } from './queries.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What requests for links are limited by, as its SHA-256, and how many it may have within an hour. */
export type RequestLimit = { subject: Bytes; perHour: number }

/** Makes other requests of the same subjects wait until this transaction ends. */
const lockSubjects = async (tx: Database, limits: readonly RequestLimit[]): Promise<void> => {
  for (const subject of limits.map(({ subject }) => Buffer.from(subject).toString('hex')).toSorted())
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`)
}

/** Counts a request for a link against its limits. Returns false, and counts nothing, if one of them is reached. */
export const countRequest = async (tx: Database, limits: readonly RequestLimit[]): Promise<boolean> => {
  await lockSubjects(tx, limits)
  for (const { subject, perHour } of limits) {
    const recent = and(eq(signInRequests.subject, subject), gt(signInRequests.at, sql`now() - interval '1 hour'`))
    if ((await tx.$count(signInRequests, recent)) >= perHour) return false
  }
  await tx.insert(signInRequests).values(limits.map(({ subject }) => ({ subject })))
  return true
}

/** Whether there is an account of an e-mail address. */
export const hasAccount = async (db: Database, email: string): Promise<boolean> =>
  (await db.$count(accounts, eq(accounts.email, email))) > 0

/** Stores a link, and deletes the earlier ones of the same e-mail address. */
export const replaceLink = async (
  tx: Database,
  { fingerprint, email, minutes }: { fingerprint: Bytes; email: string; minutes: number },
): Promise<void> => {
  await tx.delete(signInLinks).where(eq(signInLinks.email, email))
  const expires_at = sql`now() + make_interval(mins => ${minutes}::integer)`
  await tx.insert(signInLinks).values({ fingerprint, email, expires_at })
}

const isValidLink = (fingerprint: Bytes) =>
  and(eq(signInLinks.fingerprint, fingerprint), gt(signInLinks.expires_at, sql`now()`))

/** The e-mail address of a link that has neither expired nor been used; undefined for any other. */
export const selectLink = async ({ db }: Store, fingerprint: Bytes): Promise<string | undefined> => {
  const [link] = await db.select({ email: signInLinks.email }).from(signInLinks).where(isValidLink(fingerprint))
  return link?.email
}

/** Deletes a valid link and returns its e-mail address. Of several calls with one link, one gets it. */
const takeLink = async (tx: Database, fingerprint: Bytes): Promise<string | undefined> => {
  const [link] = await tx.delete(signInLinks).where(isValidLink(fingerprint)).returning({ email: signInLinks.email })
  return link?.email
}

/** The account of an e-mail address, which is created on plan free if there is none. */
const selectOrCreateAccount = async (tx: Database, email: string): Promise<Account> => {
  const created = await insertAccount(tx, { email, plan: 'free' }, { signedUp: true })
  if (created !== undefined) return created
  const [account] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (account === undefined) throw new RangeError('an account has neither been created nor found')
  return account
}

/** Uses a link and stores a session of its account, which is created if necessary. Undefined if the link is not valid. */
export const insertSession = (
  store: Store,
  { link, session, days }: { link: Bytes; session: Bytes; days: number },
): Promise<Account | undefined> =>
  store.lockingTransaction(async (tx) => {
    const email = await takeLink(tx, link)
    if (email === undefined) return undefined
    const account = await selectOrCreateAccount(tx, email)
    const expires_at = sql`now() + make_interval(days => ${days}::integer)`
    await tx.insert(sessions).values({ fingerprint: session, account_id: account.id, expires_at })
    await insertAudit(tx, { account: account.id, by: account.id, action: 'signed in', detail: 'with a link' })
    return account
  })

/** The account of a session that was used within `idleDays`; undefined for any other. Notes once an hour that it is used. */
export const selectSession = async (
  { db }: Store,
  fingerprint: Bytes,
  idleDays: number,
): Promise<Account | undefined> => {
  const [row] = await db
    .select({ account: accounts, stale: sql<boolean>`${sessions.last_used_at} < now() - interval '1 hour'` })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .where(
      and(
        eq(sessions.fingerprint, fingerprint),
        gt(sessions.expires_at, sql`now()`),
        gt(sessions.last_used_at, sql`now() - make_interval(days => ${idleDays}::integer)`),
      ),
    )
  if (row?.stale === true)
    await db
      .update(sessions)
      .set({ last_used_at: sql`now()` })
      .where(eq(sessions.fingerprint, fingerprint))
  return row?.account
}

/** Ends a session, if it exists. */
export const deleteSession = async ({ db }: Store, fingerprint: Bytes): Promise<void> => {
  await db.delete(sessions).where(eq(sessions.fingerprint, fingerprint))
}

/** Ends all sessions of an account, and voids its link. */
export const deleteSessions = (store: Store, account: string): Promise<void> =>
  store.lockingTransaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.account_id, account))
    const ofAccount = tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, account))
    await tx.delete(signInLinks).where(inArray(signInLinks.email, ofAccount))
    await insertAudit(tx, { account, by: account, action: 'signed out everywhere', detail: 'all sessions' })
  })

/** Deletes links and sessions that have expired, and requests that no longer count. */
export const pruneSignIn = async ({ db }: Store, idleDays: number): Promise<void> => {
  await db.delete(signInLinks).where(lt(signInLinks.expires_at, sql`now()`))
  await db.delete(signInRequests).where(lt(signInRequests.at, sql`now() - interval '1 hour'`))
  await db
    .delete(sessions)
    .where(
      sql`${sessions.expires_at} < now() or ${sessions.last_used_at} < now() - make_interval(days => ${idleDays}::integer)`,
    )
}
