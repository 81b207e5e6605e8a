import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { withDeadline } from '../../packages/core/src/store/errors.ts'
import { startPGlite } from '../../packages/core/src/store/pglite.ts'
import { databaseOn, newKeptCounts, PATIENT, type Driver, type Store } from '../../packages/core/src/store/store.ts'
import type { Hooks } from './hooks.ts'
import type { Machine } from './machine.ts'
import { Process } from './process.ts'
import type { Random } from './random.ts'
import { Session } from './session.ts'
import { Snapshot } from './snapshot.ts'

/** How often connections fail. */
export type DatabaseFaults = {
  /** The probability that a statement loses its connection. */
  lost: number
  /** The probability that a statement outside of transactions, or its response, is slow, so that others overtake it. */
  slow: number
  /** The probability that the database is silent for seconds before it responds. */
  silent: number
}

export const NO_DATABASE_FAULTS: DatabaseFaults = { lost: 0, slow: 0, silent: 0 }

/** Milliseconds for which a silent database is silent, at most: longer than the deadlines of calls and workers. */
const MAX_SILENCE = 6000

/** Milliseconds that a slow statement takes on its way, at most: longer than a transaction that writes games. */
const MAX_SLOW = 400

/** Of Postgres: plans are made once, nothing has to outlive the process, and nobody reads statistics. */
const SETTINGS = {
  timezone: 'UTC',
  plan_cache_mode: 'force_generic_plan',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  track_activities: 'off',
  track_counts: 'off',
  update_process_title: 'off',
}

/** Whether a statement writes the counts of calls that a process has kept in memory. */
const WRITES_COUNTS = /\bupdate account_counts c\s+set day = w\.day\b/

/** Whether a statement takes the lease to count calls in memory. */
const TAKES_LEASE = /^insert into counting_lease\b/
/** Renews that lease, and changes no row if it has ended. */
const RENEWS_LEASE = /^update counting_lease\b/
/** Milliseconds of a renewal after which the lease may have ended before the database has run it. */
const LATE_RENEWAL = 1000

/** Whether a statement writes games. */
const WRITES_GAMES = /\b(?:into|update) games\b/

/** The error of a statement whose connection was lost. */
export const lostConnection = () =>
  Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' })

/**
 * The Postgres of all nights of this process: one session, which processes use in turn, a transaction at a time. Its clock is
 * that of the machine.
 */
export class Postgres {
  readonly #client: PGlite
  readonly session: Session
  /** A database as it is after its migration. */
  #fresh: Snapshot
  #nights = 0
  /** Before which of the nights statements are prepared: the 2nd, 4th, 8th, and so on. */
  #prepareAt = 2
  readonly #channels = new Set<string>()

  private constructor(client: PGlite, session: Session) {
    this.#client = client
    this.session = session
    this.#fresh = new Snapshot(client)
  }

  /** @param archive the data of a database that is migrated and empty, as a tar archive */
  static async start(archive: Uint8Array<ArrayBuffer>): Promise<Postgres> {
    const client = await startPGlite({ archive: new Blob([archive]), settings: SETTINGS })
    const session = new Session(client)
    // A library that a later night loads would be gone with the memory of that night.
    await session.send(`load 'plpgsql'`)
    return new Postgres(client, session)
  }

  /** Makes the database as it was after its migration. */
  async reset(notified: (channel: string) => void): Promise<void> {
    this.session.onNotification = notified
    this.#fresh.restore()
    this.session.restart()
    for (const channel of this.#channels) await this.session.send(`listen "${channel}"`)
    this.#nights++
    if (this.#nights < this.#prepareAt) return
    // The next nights begin with the statements that were used so far. It takes longer than it saves in one night.
    this.#prepareAt *= 2
    await this.session.prepareAll()
    this.#fresh = new Snapshot(this.#client)
  }

  async listen(channel: string): Promise<void> {
    if (this.#channels.has(channel)) return
    this.#channels.add(channel)
    await this.session.send(`listen "${channel}"`)
  }
}

/** A connection; nothing more happens on a closed one. `received` settles when the database has run what was sent before. */
type Connection = { isOpen: boolean; received: Promise<unknown> }

const openConnection = (): Connection => ({ isOpen: true, received: Promise.resolve() })

/** The database of a night: its connections take time, fail, and end with their processes. */
export class NightDatabase {
  readonly #postgres: Postgres
  readonly #machine: Machine
  readonly #random: Random
  /** Who waits for the session. */
  readonly #waiting: { process: Process; begin: () => void }[] = []
  readonly #listeners = new Set<{ process: Process; channel: string; notified: () => void }>()
  #isBusy = false
  /** The process whose transaction is open. */
  #owner: Process | null = null
  /** Whose clock is that of the database. */
  readonly process = new Process('database', { hasTimers: false })
  faults = NO_DATABASE_FAULTS
  hooks: Hooks
  /** Called when the response to a statement leaves for the process that has sent it. */
  onResponse: (to: Process) => void = () => {}
  /** Called before the first statement of a transaction that writes games. */
  onWrite: () => void = () => {}
  /** Called after every transaction that has written games, before anybody else sees them. */
  onCommit: (driver: Driver) => Promise<void> = async () => {}

  private constructor(postgres: Postgres, machine: Machine, random: Random, hooks: Hooks) {
    this.#postgres = postgres
    this.#machine = machine
    this.#random = random
    this.hooks = hooks
  }

  static async open(postgres: Postgres, machine: Machine, random: Random, hooks: Hooks): Promise<NightDatabase> {
    const database = new NightDatabase(postgres, machine, random, hooks)
    await database.process.run(() => postgres.reset((channel) => database.#notify(channel)))
    return database
  }

  /** Statements without faults and without delay, for what the simulation itself has to know. */
  get direct(): Driver {
    const { session } = this.#postgres
    return {
      values: (text, parameters) => this.process.run(() => session.values(text, parameters)),
      rows: (text, parameters) => this.process.run(() => session.rows(text, parameters)),
    }
  }

  /** Whether a process has a transaction open, which keeps all others waiting. */
  isHeldBy(process: Process): boolean {
    return this.#owner === process
  }

  /** The database as a process sees it. */
  connectStore(process: Process, deadline = PATIENT, keptCounts = newKeptCounts()): Store {
    const single = this.#driver((run) => this.#single(deadline, run))
    const driver: Driver = {
      ...single,
      rows: async (text, parameters) => {
        const sentAt = this.#machine.now
        const rows = await single.rows(text, parameters)
        if (rows.length === 0) {
          // The database has been too slow: others have counted without what is not written yet, as the decision on counting says.
          if (RENEWS_LEASE.test(text) && this.#machine.now - sentAt > LATE_RENEWAL) process.interruptions.push(sentAt)
          return rows
        }
        if (WRITES_COUNTS.test(text)) process.countsWritten.push(sentAt)
        if (TAKES_LEASE.test(text)) process.countsInMemorySince = Math.min(process.countsInMemorySince, sentAt)
        return rows
      },
    }
    const db = databaseOn(driver)
    return {
      driver,
      db,
      readingDriver: driver,
      counting: db,
      countingDriver: driver,
      countingCondition: sql`true`,
      withDeadline: (milliseconds) => this.connectStore(process, milliseconds, keptCounts),
      transaction: (work, mode) => this.#transaction(process, deadline, mode === 'read one snapshot', work),
      lockingTransaction: (work) => this.#transaction(process, deadline, false, work),
      exclusive: null,
      keptCounts,
      embedded: false,
      folder: null,
      listens: true,
      listen: async (channel, notified) => {
        await this.#single(deadline, () => this.#postgres.listen(channel))
        const listener = { process, channel, notified }
        this.#listeners.add(listener)
        return async () => void this.#listeners.delete(listener)
      },
      migrate: async () => {
        throw new Error('the database of a night is migrated')
      },
      close: () => keptCounts.close().catch(() => {}),
    }
  }

  #driver(send: <Result>(run: () => Promise<Result>) => Promise<Result>): Driver {
    return this.hooks.database({
      values: (text, parameters) => send(() => this.direct.values(text, parameters)),
      rows: (text, parameters) => send(() => this.direct.rows(text, parameters)),
    })
  }

  #notify(channel: string): void {
    for (const { process, notified, channel: own } of this.#listeners) {
      if (own !== channel || !process.alive || this.#random.chance(this.faults.lost)) continue
      this.#machine.after(this.#random.between(0.2, 3), notified, process)
    }
  }

  /** Waits as long as the network takes, or a database that is silent. */
  #delay(slow = 0): Promise<void> {
    const { silent } = this.faults
    const share = this.#random.float()
    const longest = share < silent ? MAX_SILENCE : share < silent + slow ? MAX_SLOW : 1.5
    return this.#machine.sleep(this.#random.between(0.1, longest))
  }

  /** Sends something over a connection, which may be lost before the database receives it, or before it responds. */
  async #send<Result>(connection: Connection, run: () => Promise<Result>, slow = 0): Promise<Result> {
    const isLost = this.#random.chance(this.faults.lost)
    const isReceived = !isLost || this.#random.chance(0.5)
    const before = connection.received
    const runInTurn = async () => {
      await Promise.all([this.#delay(slow), before.catch(() => {})])
      // Nobody waits for what is sent over a closed connection.
      if (!connection.isOpen) return new Promise<never>(() => {})
      if (!isReceived) throw lostConnection()
      return run()
    }
    const received = runInTurn()
    connection.received = received
    const result = await received
    this.onResponse(this.#machine.process)
    if (isLost) throw lostConnection()
    await this.#delay(slow)
    return result
  }

  /** Waits for the session; the returned function gives it back. */
  async #acquire({ process }: Machine, connection: Connection): Promise<() => void> {
    if (this.#isBusy)
      await new Promise<void>((resolve) => {
        const begin = () => (connection.isOpen ? resolve() : this.#release())
        this.#waiting.push({ process, begin })
      })
    this.#isBusy = true
    let isReleased = false
    return () => {
      if (!isReleased) this.#release()
      isReleased = true
    }
  }

  /** Gives the session to the next process that waits for it and lives. */
  #release(): void {
    this.#isBusy = false
    this.#owner = null
    let next = this.#waiting.shift()
    while (next !== undefined && !next.process.alive) next = this.#waiting.shift()
    if (next === undefined) return
    this.#isBusy = true
    next.begin()
  }

  /** Runs a statement on a connection of its own. */
  async #single<Result>(deadline: number, run: () => Promise<Result>): Promise<Result> {
    const connection = openConnection()
    const runInTurn = async () => {
      const release = await this.#acquire(this.#machine, connection)
      return run().finally(release)
    }
    return withDeadline(deadline, this.#send(connection, runInTurn, this.faults.slow), () => {
      connection.isOpen = false
    })
  }

  async #transaction<Result>(
    process: Process,
    deadline: number,
    isSnapshot: boolean,
    work: (tx: ReturnType<typeof databaseOn>) => Promise<Result>,
  ): Promise<Result> {
    const connection = openConnection()
    const close = () => {
      connection.isOpen = false
    }
    const release = await withDeadline(deadline, this.#acquire(this.#machine, connection), close)
    const surviving: (() => Promise<unknown>)[] = []
    const control = (text: string) => this.process.run(() => this.#postgres.session.send(text))
    const rollback = () => {
      close()
      process.onKill.delete(rollback)
      const rolledBack = async () => {
        await control('rollback')
        for (const repeat of surviving) await repeat()
      }
      void rolledBack().finally(release)
    }
    process.onKill.add(rollback)
    this.#owner = process
    let failure: { error: unknown } | undefined
    let hasWritten = false
    const send = <Result>(run: () => Promise<Result>): Promise<Result> =>
      withDeadline(deadline, this.#send(connection, run), close).catch((error: unknown) => {
        failure ??= { error }
        throw error
      })
    try {
      await control(isSnapshot ? 'begin isolation level repeatable read read only' : 'begin')
      const { values, rows } = this.#driver(send)
      const noting =
        <Rows>(statement: (text: string, parameters: unknown[]) => Promise<Rows>) =>
        (text: string, parameters: unknown[]): Promise<Rows> => {
          if (!hasWritten && WRITES_GAMES.test(text)) {
            hasWritten = true
            this.onWrite()
          }
          if (this.hooks.survivesRollback(text)) surviving.push(() => this.direct.rows(text, parameters))
          return statement(text, parameters)
        }
      const result = await work(databaseOn({ values: noting(values), rows: noting(rows) }))
      if (failure !== undefined) throw failure.error
      await send(async () => {
        if (hasWritten && this.hooks.beforeCommit !== '') await control(this.hooks.beforeCommit)
        await control('commit')
        process.onKill.delete(rollback)
        close()
        if (hasWritten) await this.onCommit(this.direct)
        release()
      })
      return result
    } catch (error) {
      // A commit whose response was lost has ended the transaction already.
      if (process.onKill.has(rollback)) rollback()
      throw error
    }
  }
}
