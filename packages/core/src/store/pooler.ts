import { randomUUID } from 'node:crypto'
import { openConnection, type Connection } from './connection.ts'
import { DeadlineMissed, withDeadline, BadDatabase } from './errors.ts'

/**
 * What is between this process and Postgres: nothing, or a pooler such as PgBouncer, which lends a server connection to
 * each of its clients for as long as that is connected, or only for each transaction.
 */
export type Pooling = 'none' | 'session' | 'transaction'

/** Milliseconds for an answer. */
const DEADLINE = 5000
/** Milliseconds for a notification, and for a statement that may wait for a connection that this process itself uses. */
const ECHO = 1000
/** Attempts to get the server connection that another one has just had. */
const ATTEMPTS = 5

const connectTo = (url: string, prepare = false, onNotify: (channel: string) => void = () => {}): Connection =>
  openConnection({ url, prepare }, () => {}, onNotify)

const awaitResponse = <Result>({ drop }: Connection, result: Promise<Result>, deadline = DEADLINE): Promise<Result> =>
  withDeadline(deadline, result, drop)

const run = (connection: Connection, text: string, deadline = DEADLINE): Promise<Record<string, unknown>[]> =>
  awaitResponse(connection, connection.driver.rows(text, []), deadline)

/** Runs `work` with connections, and closes them. */
const using = async <Result>(connections: Connection[], work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } finally {
    await Promise.all(connections.map(({ close }) => close()))
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const isSlow = (error: unknown): boolean => error instanceof DeadlineMissed

/** With statement pooling PgBouncer ends the connection when a transaction begins, and the driver does not tell its reason. */
const refuseStatementPooling = async (connection: Connection): Promise<void> => {
  try {
    await run(connection, 'begin')
    await run(connection, 'rollback')
  } catch (error) {
    if (!hasCode(error, 'CONNECTION_CLOSED')) throw error
    throw new BadDatabase(
      'The pooler in front of the database allows no transactions: set its pool_mode to transaction or session.',
      { cause: error },
    )
  }
}

/**
 * Finds out what is between this process and Postgres. What one connection notifies reaches another one that listens only
 * if each has a server connection of its own; behind a pooler without a free one that remains unknown, and counts as
 * 'transaction', which works in any case.
 *
 * @throws BadDatabase for a pooler that does not allow transactions
 */
export const detectPooling = (url: string): Promise<Pooling> => {
  const echo = Promise.withResolvers<Pooling>()
  const channel = `echo_${randomUUID()}`
  // A server connection that a pooler lends may still listen to the channels of other processes that find out the same.
  const echoAs = (pooling: Pooling) => (notified: string) => {
    if (notified === channel) echo.resolve(pooling)
  }
  const listener = connectTo(url, false, echoAs('session'))
  const notifier = connectTo(url, false, echoAs('transaction'))
  return using([listener, notifier], async () => {
    if (!(await awaitResponse(listener, listener.isPooled()))) return 'none'
    await refuseStatementPooling(listener)
    await run(listener, `listen "${channel}"`)
    try {
      await run(notifier, `notify "${channel}"`, ECHO)
      const pooling = await withDeadline(ECHO, echo.promise)
      await run(notifier, `unlisten "${channel}"`, ECHO)
      return pooling
    } catch (error) {
      if (isSlow(error)) return 'transaction'
      throw error
    }
  })
}

/** A statement with a parameter, so that it is prepared. */
const PID = 'select pg_backend_pid() as pid where $1::text is not null'

/** @throws BadDatabase if statements that are prepared in one transaction are unknown in another one */
export const refuseLostStatements = (url: string): Promise<void> => {
  const [first, second] = [connectTo(url, true), connectTo(url)]
  const prepared = async (deadline: number) =>
    (await awaitResponse(first, first.driver.rows(PID, ['x']), deadline))[0]?.['pid']
  return using([first, second], async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const pid = await prepared(DEADLINE)
      await run(second, 'begin')
      const [held] = await run(second, 'select pg_backend_pid() as pid')
      try {
        if (held?.['pid'] === pid) return void (await prepared(ECHO))
      } catch (error) {
        if (isSlow(error)) return
        throw new BadDatabase(
          'PREPARE is "named", but the pooler in front of the database loses prepared statements: set its max_prepared_statements (PgBouncer 1.21 or newer), or leave PREPARE out.',
          { cause: error },
        )
      }
      await run(second, 'rollback')
    }
  })
}

/** What distinguishes a database from others. The identifier of a server may be hidden from its users. */
const IDENTITY = `
  select current_database() as name, case when has_function_privilege('pg_control_system()', 'execute')
    then (select system_identifier::text from pg_control_system()) end as server`

const readIdentity = (url: string): Promise<string> => {
  const connection = connectTo(url)
  return using([connection], async () => JSON.stringify(await run(connection, IDENTITY)))
}

/** @throws BadDatabase if the direct address leads to a pooler as well, or to another database */
export const refuseUnfitDirect = async (direct: string, url: string): Promise<void> => {
  if ((await detectPooling(direct)) === 'transaction')
    throw new BadDatabase('DATABASE_DIRECT_URL leads to a pooler: set it to the address of Postgres itself.')
  if ((await readIdentity(direct)) !== (await readIdentity(url)))
    throw new BadDatabase('DATABASE_DIRECT_URL leads to another database than DATABASE_URL: set it to the same one.')
}
