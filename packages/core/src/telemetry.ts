import {
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type TextMapSetter,
  type Tracer,
} from '@opentelemetry/api'
import type { ErrorCode, Plan } from './contract/index.ts'

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

/** A span to begin. Its name has few values, and nothing in it is a key, a secret, an e-mail or a value of a statement. */
export type SpanDescription = Pick<SpanOptions, 'kind' | 'attributes' | 'links'> & {
  name: string
  /** The context of its parent; by default the active one. */
  parent?: Context
  /** Whether an error is the fault of the caller, so that the span has not failed; by default none is. */
  isCallersFault?: (error: unknown) => boolean
}

const NAME = '@basketball-data/core'

/** The tracer of the SDK that this process has registered; undefined: there is none, and no span costs anything. */
const findTracer = (): Tracer | undefined => {
  const provider = trace.getTracerProvider()
  // Without an SDK, the provider is a proxy for none. It is asked each time because the SDK may have another copy of the API.
  return provider instanceof ProxyTracerProvider ? provider.getDelegateTracer(NAME) : provider.getTracer(NAME)
}

/** Whether this process has registered an SDK, without which there are no spans. */
export const isTracing = (): boolean => findTracer() !== undefined

/** Marks a span as failed. `type` is a code or the name of a class; the message of an error may contain input of a caller. */
export const failSpan = (span: Span, type: string): void => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const getErrorType = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/**
 * Runs `work` in a span, which ends with it and is the parent of those that it begins. Without an SDK it only runs `work`, with
 * null, and `describe` is not called.
 */
export const inSpan = <Result>(
  describe: () => SpanDescription,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> => {
  const tracer = findTracer()
  if (tracer === undefined) return work(null)
  const { name, parent = context.active(), isCallersFault, ...options } = describe()
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      if (isCallersFault?.(error) !== true) failSpan(span, getErrorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Whether a span of the context is recorded and has not ended: what runs on after a call is no part of it. */
const isRecorded = (of: Context): boolean => trace.getSpan(of)?.isRecording() === true

/** Characters of a statement in its span. */
const MAX_TEXT = 2000

/** Runs a statement in a span, if it is part of a recorded trace: the polls of workers make none. */
const traceStatement = <Result>(text: string, statement: () => Promise<Result>): Promise<Result> => {
  if (!isRecorded(context.active())) return statement()
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, MAX_TEXT),
  }
  return inSpan(() => ({ name: operation, kind: SpanKind.CLIENT, attributes }), statement)
}

/** What the caller of a function is part of, for work that several callers share. */
export const currentContext = (): Context => context.active()

/**
 * Runs work that several callers share in a span of the first recorded trace among theirs, with links to the others; a batch
 * that nobody records has none.
 */
export const inSharedSpan = <Result>(
  describe: () => SpanDescription,
  callers: readonly Context[],
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!isTracing()) return work()
  const [parent, ...others] = callers.filter(isRecorded)
  if (parent === undefined) return context.with(ROOT_CONTEXT, work)
  const links = others.flatMap((other) => trace.getSpanContext(other) ?? []).map((linked) => ({ context: linked }))
  return inSpan(() => ({ ...describe(), parent, links }), work)
}

/** Only this header: others may be of the operator alone, or of the caller. */
const TRACEPARENT: TextMapSetter<Record<string, string>> = {
  set: (headers, name, value) => {
    if (name === 'traceparent') headers[name] = value
  },
}

/** The header `traceparent`, with which a receiver joins the trace of the active span; none without an SDK. */
export const traceHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers, TRACEPARENT)
  return headers
}

/** Reports the first of consecutive errors of repeated work, so that an outage is logged once. */
export const createOutageReport = (onError: (error: unknown) => void) => {
  let isFailing = false
  return {
    /** The work succeeded: the next error is reported again. */
    succeeded: (): void => {
      isFailing = false
    },
    failed: (error: unknown): void => {
      if (!isFailing) onError(error)
      isFailing = true
    },
  }
}
