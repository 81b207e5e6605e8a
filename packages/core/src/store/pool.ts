import { openConnection, type Connection, type ConnectionOptions } from './connection.ts'
import { measureStatement } from '../telemetry.ts'
import { DeadlineMissed, withDeadline } from './errors.ts'
import type { Driver } from './store.ts'

/** Options of a pool. */
export type PoolOptions = ConnectionOptions & {
  /** Connections at most; they are made when they are needed. */
  size: number
  /** Milliseconds until a statement fails, waiting for a connection included. */
  deadline: number
  /**
   * Whether a connection can have several statements without an answer. PgBouncer gives its connection to others after
   * an answer, though statements follow that are described first: their answers would go to others.
   */
  pipeline?: boolean
}

/** Connections that share statements. */
export type Pool = {
  /** Sends each statement over any of the connections. */
  driver: Driver
  /** Runs `work` on a connection of its own, between `begin` and `commit`. It rolls back when `work` rejects. */
  transaction: <Result>(begin: string, work: (driver: Driver) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

type Member = {
  connection: Connection
  /** Statements without an answer, or the one transaction that uses the connection. */
  users: number
  /** Whether a transaction has the connection for itself. */
  reserved: boolean
  /** Whether a statement has failed outside of a transaction that was rolled back. No other is sent after it. */
  failed: boolean
  opened: number
  lastResponse: number
}

/** Connections of the pools of this process: those that are open and in use, and the statements that wait for one. */
export type PoolUsage = { open: number; used: number; waiting: number }

const usages = new Set<() => PoolUsage>()

/** The sums over all open pools of this process. */
export const poolUsage = (): PoolUsage => {
  const sum = { open: 0, used: 0, waiting: 0 }
  for (const getUsage of usages) {
    const { open, used, waiting } = getUsage()
    sum.open += open
    sum.used += used
    sum.waiting += waiting
  }
  return sum
}

/** Statements and transactions that a pool holds at most; one more fails at once. */
const MAX_USERS = 10_000
/** Milliseconds after which an idle connection is replaced, so that the memory of its server process does not grow. */
const LIFETIME = 45 * 60_000

const CLOSED = 'The database is closed.'

/** The connections of a pool, and who waits for one. */
const createMembers = ({ size, deadline, ...options }: Omit<PoolOptions, 'pipeline'>) => {
  const members = new Set<Member>()
  const waiting: { exclusive: boolean; turn: PromiseWithResolvers<Member> }[] = []
  let users = 0
  let closed = false

  const add = (): Member => {
    const onLost = () => {
      members.delete(member)
      serveWaiting()
    }
    const now = performance.now()
    const connection = openConnection(options, onLost)
    const member = { connection, users: 0, reserved: false, failed: false, opened: now, lastResponse: now }
    members.add(member)
    return member
  }

  /** An idle connection, a new one, or the one with the fewest statements; undefined if transactions have them all. */
  const choose = (): Member | undefined => {
    let best: Member | undefined
    for (const member of members) {
      if (member.reserved || member.failed) continue
      if (member.users === 0) return member
      if (best === undefined || member.users < best.users) best = member
    }
    return members.size < size ? add() : best
  }

  /** Chooses a member and acquires it in the same step, so that no other caller can reserve it for a transaction. */
  const tryAcquire = (exclusive: boolean): Member | undefined => {
    const member = choose()
    if (member === undefined) return undefined
    member.users++
    if (exclusive) member.reserved = true
    return member
  }

  const serveWaiting = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const member = tryAcquire(next.exclusive)
      if (member === undefined) return
      waiting.shift()
      next.turn.resolve(member)
    }
  }

  /** A member for one statement, or for a transaction (`exclusive`), within the deadline. */
  const acquire = async (exclusive: boolean): Promise<Member> => {
    if (closed) throw new Error(CLOSED)
    if (users >= MAX_USERS) throw new DeadlineMissed(`${MAX_USERS} statements wait for the database already.`)
    const member = waiting.length === 0 ? tryAcquire(exclusive) : undefined
    users++
    if (member !== undefined) return member
    const turn = Promise.withResolvers<Member>()
    const place = { exclusive, turn }
    waiting.push(place)
    try {
      return await withDeadline(deadline, turn.promise, () => void waiting.splice(waiting.indexOf(place), 1))
    } catch (error) {
      users--
      throw error
    }
  }

  const release = (member: Member, exclusive: boolean): void => {
    users--
    member.users--
    if (exclusive) member.reserved = false
    const isOver = member.failed || performance.now() - member.opened > LIFETIME
    if (member.users === 0 && isOver && members.delete(member)) void member.connection.close()
    serveWaiting()
  }

  const usage = (): PoolUsage => {
    let used = 0
    for (const member of members) if (member.users > 0) used++
    return { open: members.size, used, waiting: waiting.length }
  }

  return {
    all: members,
    acquire,
    release,
    usage,
    close: async (): Promise<void> => {
      closed = true
      for (const { turn } of waiting.splice(0)) turn.reject(new Error(CLOSED))
      await Promise.all([...members].map(({ connection }) => connection.close()))
    },
  }
}

/** Sends statements over connections, each within the deadline. */
const createSender = (members: ReturnType<typeof createMembers>, deadline: number) => {
  /** Ends the connection that missed a deadline, and the idle ones that may be dead for the same reason. */
  const dropSilent = (silent: Member, since: number, error: DeadlineMissed): void => {
    silent.connection.drop(error)
    for (const member of members.all)
      if (member.users === 0 && member.lastResponse < since) member.connection.drop(error)
  }

  /** Sends one statement over a member and waits for the answer, at most until the deadline from `since`. */
  const send = async <Result>(
    member: Member,
    since: number,
    statement: (driver: Driver) => Promise<Result>,
  ): Promise<Result> => {
    const left = Math.max(1, deadline - (performance.now() - since))
    const pending = statement(member.connection.driver)
    const result = await withDeadline(left, pending, (error) => dropSilent(member, since, error))
    member.lastResponse = performance.now()
    return result
  }

  /**
   * Sends one statement outside of a transaction, or the end of one. If it fails, the connection is not used again: after
   * an error the state of the driver and of the session is unknown.
   */
  const sendAlone = <Result>(member: Member, since: number, statement: (driver: Driver) => Promise<Result>) =>
    send(member, since, statement).catch((error: unknown) => {
      member.failed = true
      throw error
    })

  return { send, sendAlone }
}

type Sender = ReturnType<typeof createSender>

/** Rolls back the transaction of a member. If that fails, the connection ends, which rolls back as well. */
const rollBack = ({ sendAlone }: Sender, member: Member): Promise<unknown> =>
  measureStatement('rollback', () =>
    sendAlone(member, performance.now(), (driver) => driver.rows('rollback', [])),
  ).catch(() => {})

/** Runs `work` in the transaction of a member. A failed statement fails it, even if `work` continues. */
const transact = async <Result>(
  sender: Sender,
  member: Member,
  work: (driver: Driver) => Promise<Result>,
): Promise<Result> => {
  let failure: { error: unknown } | undefined
  const one = <Value>(text: string, statement: (driver: Driver) => Promise<Value>): Promise<Value> =>
    measureStatement(text, () => sender.send(member, performance.now(), statement)).catch((error: unknown) => {
      failure ??= { error }
      throw error
    })
  const driver: Driver = {
    values: (text, parameters) => one(text, (connection) => connection.values(text, parameters)),
    rows: (text, parameters) => one(text, (connection) => connection.rows(text, parameters)),
  }
  const throwFailure = () => {
    if (failure !== undefined) throw failure.error
  }
  try {
    const result = await work(driver)
    throwFailure()
    await driver.rows('commit', [])
    // After a failed statement that `work` did not wait for, Postgres has rolled back and reported no error of its own.
    throwFailure()
    return result
  } catch (error) {
    await rollBack(sender, member)
    throw error
  }
}

/**
 * Creates a pool. A statement that misses its deadline ends its connection: a dead connection looks like a slow one, and
 * Postgres itself cancels slow statements a little earlier (`statement_timeout`). A statement that fails in another way lets
 * those finish that its connection has been sent already, and ends it, unless it was part of a transaction that is rolled
 * back. Idle connections that have not
 * answered since then are ended too, because a server that is gone without a word leaves all of them dead.
 */
export const createPool = ({ pipeline = true, ...options }: PoolOptions): Pool => {
  const members = createMembers(options)
  const { acquire, release, usage } = members
  const sender = createSender(members, options.deadline)
  const { sendAlone } = sender

  const single = <Result>(text: string, statement: (driver: Driver) => Promise<Result>): Promise<Result> => {
    const since = performance.now()
    const exclusive = !pipeline
    return measureStatement(text, async () => {
      const member = await acquire(exclusive)
      return sendAlone(member, since, statement).finally(() => release(member, exclusive))
    })
  }

  /** Begins a transaction on a member, for which it waits as a part of that statement. */
  const beginOn = (begin: string): Promise<Member> =>
    measureStatement(begin, async () => {
      const member = await acquire(true)
      try {
        await sendAlone(member, performance.now(), (driver) => driver.rows(begin, []))
        return member
      } catch (error) {
        release(member, true)
        throw error
      }
    })

  usages.add(usage)
  return {
    driver: {
      values: (text, parameters) => single(text, (driver) => driver.values(text, parameters)),
      rows: (text, parameters) => single(text, (driver) => driver.rows(text, parameters)),
    },
    transaction: async (begin, work) => {
      const member = await beginOn(begin)
      return transact(sender, member, work).finally(() => release(member, true))
    },
    close: async () => {
      usages.delete(usage)
      await members.close()
    },
  }
}
