import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { accounts, execute, sessions, signInLinks, signInRequests, type Database, type Store } from '../store/index.ts'
import { insertAudit } from './audit-queries.ts'
import { insertAccount, type Account } from './queries.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Whether there is an account of an e-mail address. */
export const hasAccount = async (db: Database, email: string): Promise<boolean> =>
  (await db.$count(accounts, eq(accounts.email, email))) > 0

/** Those of `emails` that accounts have. */
export const selectAccountEmails = async (db: Database, emails: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(sql`${accounts.email} in (select json_array_elements_text(${JSON.stringify(emails)}::json))`)
  return new Set(rows.map(({ email }) => email))
}

/** A link to store: the SHA-256 of its token, and the address that it signs in. */
type NewLink = { fingerprint: Bytes; email: string }

/**
 * Stores links, and deletes the earlier ones of the same e-mail addresses. It waits for none that is being used, which the use
 * deletes. The transaction has to have called `lockRequests`.
 */
export const replaceLinks = async (tx: Database, links: readonly NewLink[], minutes: number): Promise<void> => {
  const latest = [...new Map(links.map((link) => [link.email, link])).values()]
  if (latest.length === 0) return
  const rows = latest.map(({ fingerprint, email }) => ({
    email,
    fingerprint: Buffer.from(fingerprint).toString('hex'),
  }))
  await execute(
    tx,
    sql`delete from sign_in_links where fingerprint in (
          select fingerprint from sign_in_links
          where email in (select json_array_elements_text(${JSON.stringify(latest.map(({ email }) => email))}::json))
          for update skip locked)`,
  )
  await execute(
    tx,
    sql`insert into sign_in_links (fingerprint, email, expires_at)
        select decode(fingerprint, 'hex'), email, now() + make_interval(mins => ${minutes}::integer)
        from json_to_recordset(${JSON.stringify(rows)}::json) as l (fingerprint text, email text)`,
  )
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
