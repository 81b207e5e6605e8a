import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { accounts, auditLog, type Database, type Store } from '../store/index.ts'

/** Who does something: the id of the account that is signed in, or null for the command line and embedding apps. */
export type Actor = string | null

/** What can be done to an account, and to the service as a whole: its write keys and its games. */
export type AuditAction =
  | 'account created'
  | 'plan changed'
  | 'role changed'
  | 'key created'
  | 'key revoked'
  | 'write key created'
  | 'write key revoked'
  | 'game changed'
  | 'game reopened'
  | 'game removed'
  | 'records merged'
  | 'games imported'
  | 'webhook created'
  | 'webhook deleted'
  | 'delivery sent again'
  | 'signed in'
  | 'signed out everywhere'

/** An action to write to the audit log. `account` is null for the service; `detail` says what it was done to, without secrets. */
export type Audit = { account: string | null; by: Actor; action: AuditAction; detail: string }

/** Writes an action to the audit log, in the transaction that carries it out. */
export const insertAudit = async (tx: Database, { account, by, action, detail }: Audit): Promise<void> => {
  await tx.insert(auditLog).values({ account_id: account, actor_id: by, action, detail })
}

/** An action of the audit log. `number` ascends; `actor` is null for the command line and embedding apps. */
export type AuditEntry = {
  number: number
  at: Date
  actor: { id: string; email: string } | null
  action: string
  detail: string
}

/** The actions on an account, or on the service (null), newest first, at most `limit`; those with a number below `before` if it is set. */
export const selectAudit = async (
  { db }: Store,
  account: string | null,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> => {
  const ofAccount = account === null ? isNull(auditLog.account_id) : eq(auditLog.account_id, account)
  const rows = await db
    .select({
      number: auditLog.number,
      at: auditLog.at,
      action: auditLog.action,
      detail: auditLog.detail,
      actor_id: auditLog.actor_id,
      email: accounts.email,
    })
    .from(auditLog)
    .leftJoin(accounts, eq(accounts.id, auditLog.actor_id))
    .where(and(ofAccount, before === undefined ? undefined : lt(auditLog.number, before)))
    .orderBy(desc(auditLog.number))
    .limit(limit)
  return rows.map(({ actor_id, email, ...entry }) => ({
    ...entry,
    actor: actor_id === null || email === null ? null : { id: actor_id, email },
  }))
}

/** Days for which an action is stored. */
export const AUDIT_DAYS = 400

/** Actions that one statement reads, so that it stays short. */
const BATCH_SIZE = 1000

/** Deletes actions after `AUDIT_DAYS`. Numbers ascend with time, so the oldest actions are found without an index of their own. */
export const pruneAudit = async ({ db }: Store, signal: AbortSignal): Promise<void> => {
  const oldest = db.select({ number: auditLog.number }).from(auditLog).orderBy(asc(auditLog.number)).limit(BATCH_SIZE)
  const expired = lt(auditLog.at, sql`now() - make_interval(days => ${AUDIT_DAYS}::integer)`)
  let pruned = BATCH_SIZE
  while (pruned === BATCH_SIZE && !signal.aborted) {
    const rows = await db
      .delete(auditLog)
      .where(and(inArray(auditLog.number, oldest), expired))
      .returning({ number: auditLog.number })
    pruned = rows.length
  }
}
