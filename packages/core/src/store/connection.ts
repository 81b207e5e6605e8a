import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import type { Driver } from './store.ts'

const identity = (value: unknown) => value

/**
 * Drizzle reads and writes dates, times, JSON and arrays as text, so the driver passes them through. The numbers are OIDs
 * of types. date, time, timestamp and timestamptz: 1082, 1083, 1114, 1184. json and jsonb: 114, 3802.
 */
const TYPES = {
  date: { to: 1184, from: [1082, 1083, 1114, 1184], serialize: identity, parse: identity },
  json: { to: 114, from: [114, 3802], serialize: identity, parse: (text: string): unknown => JSON.parse(text) },
}

/** Settings of a connection that Postgres gets at its start, by name. */
export type SessionSettings = Readonly<Record<string, string>>

/** How to connect. */
export type ConnectionOptions = {
  url: string
  session?: SessionSettings
  /** Whether statements are prepared, which a pooler may not allow: it answers them from any of its connections. */
  prepare?: boolean
}

/** The address of one connection: a URL can name several hosts, which are tried in turn. */
type Target = { host: string[]; port: number[]; path: string | false }

/** One connection to Postgres, which is made at its first statement and, once it is lost, never used again. */
export type Connection = {
  /** Statements are pipelined: each is sent at once, and answered after those before it. */
  driver: Driver
  /** Whether a pooler answers: the server process that a statement runs in is not the one named when the connection began. */
  isPooled: () => Promise<boolean>
  /** Ends the connection at once. Statements that have no answer yet reject with the error. */
  drop: (error: Error) => void
  /** Ends the connection after the statements that are being answered. */
  close: () => Promise<void>
}

/**
 * A statement of the driver, which emits its rows one by one. `count` is Postgres's number of rows, or of
 * rows written; null for statements such as SHOW. Text of several statements has neither `count` nor `columns`.
 */
type RowSource<Row> = {
  forEach: (take: (row: Row) => void) => PromiseLike<{ count: number | null; columns?: readonly unknown[] }>
}

const hasRows = (columns: readonly unknown[] = []): boolean => columns.length > 0

/** Seconds until an attempt to connect fails. */
const CONNECT_TIMEOUT = 5

/** Seconds without traffic until TCP asks the other side whether it is still there. */
const KEEP_ALIVE = 10

/** The server has lost a prepared statement. Calls that fail for this reason may be repeated. */
const lostStatement = (cause: unknown): Error =>
  Object.assign(new Error('A prepared statement was lost, and its connection ended.', { cause }), {
    code: 'CONNECTION_DESTROYED',
  })

/**
 * @param onLost called once, when the connection has ended for any reason
 * @param onNotify called with the channel of every NOTIFY that the connection listens to
 */
export const openConnection = (
  { url, session = {}, prepare: canPrepare = true }: ConnectionOptions,
  onLost: () => void,
  onNotify: (channel: string) => void = () => {},
): Connection => {
  let socket: Socket | undefined
  let attempts = 0
  let lost: Error | undefined
  const end = (error: Error) => {
    if (lost !== undefined) return
    lost = error
    onLost()
    void client.end({ timeout: 0 })
  }
  // The driver has no way to end one connection at once, so the socket is made here.
  const options = {
    onnotice: () => {},
    connect_timeout: CONNECT_TIMEOUT,
    keep_alive: KEEP_ALIVE,
    types: TYPES,
    // Nothing would catch the error of the driver's own query for the types of arrays, if the connection is lost meanwhile.
    fetch_types: false,
    max: 1,
    max_lifetime: null,
    connection: { TimeZone: 'UTC', application_name: 'basketball-data', ...session },
    socket: ({ host, port, path }: Target) => {
      const turn = attempts++ % host.length
      socket = path === false || path === '' ? connect(port[turn] ?? 5432, host[turn]) : connect(path)
      socket.on('error', () => {}) // the driver listens a moment later
      if (lost !== undefined) socket.destroy()
      return socket
    },
    onnotify: onNotify,
    onclose: () => end(new Error('The connection to the database was lost.')),
  }
  const client = postgres(url, options)
  const drop = (error: Error): void => {
    end(error)
    socket?.destroy(error)
  }
  // When the server has lost a prepared statement, the driver sends it again among statements that it has pipelined, and
  // reads the answer to one as that to another. It sets `retried` of a query just before, which ends the connection.
  const noRetry: PropertyDescriptor = {
    set: (cause: unknown) => {
      const error = lostStatement(cause)
      drop(error)
      throw error
    },
  }
  const send = (text: string, parameters: unknown[], single: boolean) => {
    if (lost !== undefined) throw lost
    const prepare = canPrepare && single
    // The driver would not prepare a statement without parameters by itself. Its types do not name this option.
    const options = { prepare, simple: !prepare && parameters.length === 0 }
    const query = client.unsafe(text, parameters, options)
    if (prepare) Reflect.defineProperty(query, 'retried', noRetry)
    return query
  }
  // Rows are collected here, because the driver's own list of rows begins with holes after a statement that failed in the
  // middle of its rows (its issues 1119 and 1181).
  const collect = async <Row>(query: RowSource<Row>): Promise<Row[]> => {
    const rows: Row[] = []
    const { count, columns } = await query.forEach((row) => void rows.push(row))
    if (hasRows(columns) && count !== null && count !== rows.length) {
      const error = new Error(`Postgres counted ${count} rows of a result, and the driver read ${rows.length}.`)
      drop(error)
      throw error
    }
    return rows
  }
  return {
    driver: {
      values: async (text, parameters) => collect<unknown[]>(send(text, parameters, true).values()),
      // Text without parameters can contain several statements, which cannot be prepared.
      rows: async (text, parameters) => collect<Record<string, unknown>>(send(text, parameters, parameters.length > 0)),
    },
    isPooled: async () => {
      const { [0]: row, state } = await client.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
      return row?.pid !== state.pid
    },
    drop,
    close: () => client.end({ timeout: 5 }),
  }
}
