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

const typeOf = (error: unknown): string => {
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
      if (isCallersFault?.(error) !== true) failSpan(span, typeOf(error))
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
export const traceStatement = <Result>(text: string, statement: () => Promise<Result>): Promise<Result> => {
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
