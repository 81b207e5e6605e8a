import type { ErrorCode, Plan } from '../contract/index.ts'
import { traceStatement } from './trace.ts'

/** What the core measures, by name. All durations are in milliseconds, and no value identifies a record, a key or an account. */
export type Measurements = {
  /** A call of an operation, by any transport. */
  call: {
    method: string
    /** The pattern of the path, such as `/games/{id}`. */
    path: string
    /** That of its key; null: it had none that is known. */
    plan: Plan | null
    /** The HTTP status that belongs to the result. */
    status: number
    /** Null: the call succeeded. */
    error: ErrorCode | null
    /** Whether it counts against the limits of its plan: not if it was refunded, as after 304 and 5xx. */
    counted: boolean
    duration: number
  }
  /** A statement, from when it is wanted until it is answered. */
  statement: { failed: boolean; duration: number }
  /** Writes that shared a statement or a transaction. */
  batch: { kind: 'counted calls' | 'refunds' | 'games'; size: number }
  /** A bundle that was ingested; `duration` is from the call of `ingest`, or from the begin of its batch, to the commit. */
  ingest: { outcome: 'created' | 'updated' | 'unchanged' | 'refused'; warnings: number; duration: number }
  /** A request of a follower. */
  follow: { feed: string; outcome: 'changed' | 'unchanged' | 'missing' | 'failed'; duration: number }
  /** An attempt to deliver an event; `result` is the class of the status, such as `2xx`, or why there is none. */
  attempt: { result: string; duration: number }
}

type Listener<Name extends keyof Measurements> = (measured: Measurements[Name]) => void

const listeners: { readonly [Name in keyof Measurements]: Set<Listener<Name>> } = {
  call: new Set(),
  statement: new Set(),
  batch: new Set(),
  ingest: new Set(),
  follow: new Set(),
  attempt: new Set(),
}

/** Reports a measurement to whoever listens in this process; `measured` is called only if somebody does. */
export const measure = <Name extends keyof Measurements>(name: Name, measured: () => Measurements[Name]): void => {
  const interested: Set<Listener<Name>> = listeners[name]
  if (interested.size === 0) return
  const value = measured()
  for (const listener of interested) listener(value)
}

/** Measures and traces a statement, whether it is answered or fails. `text` has no values. */
export const measureStatement = async <Result>(text: string, statement: () => Promise<Result>): Promise<Result> => {
  if (listeners.statement.size === 0) return traceStatement(text, statement)
  const started = performance.now()
  let failed = true
  try {
    const result = await traceStatement(text, statement)
    failed = false
    return result
  } finally {
    measure('statement', () => ({ failed, duration: performance.now() - started }))
  }
}

/**
 * Calls `listener` with every measurement of a name, of all cores in this process, until the returned function is called. It
 * must not throw.
 */
export const onMeasured = <Name extends keyof Measurements>(name: Name, listener: Listener<Name>): (() => void) => {
  const interested: Set<Listener<Name>> = listeners[name]
  interested.add(listener)
  return () => void interested.delete(listener)
}
