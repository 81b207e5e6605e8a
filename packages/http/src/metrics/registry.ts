import { onMeasured, poolUsage, type Core, type Measurements } from '@basketball-data/core'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OnRequest } from '../request-log.ts'
import { createFrequentHistogram, type FrequentHistogram } from './frequent-histogram.ts'
import { createTally } from './tally.ts'

/** The metrics of a process. */
export type Metrics = {
  /** All metrics in Prometheus' text format. */
  scrape: () => Promise<string>
  /** The media type of that text. */
  contentType: string
  /** The names of all metrics. */
  names: () => string[]
  /** Counts a response; for `startServer`. */
  onRequest: OnRequest
  /**
   * Stops counting what the core and `onRequest` report; what was counted stays, and what the runtime itself measures
   * (`nodejs_…`) goes on.
   */
  stop: () => void
  /** Counts again after `stop`. */
  start: () => void
}

const PREFIX = 'basketball_data_'

/** Upper limits of durations, in seconds. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]
const NETWORK_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const INGEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 512]

/** Milliseconds for the answer of the database to a scrape before it goes on without. */
const BACKLOG_DEADLINE = 1000
/** Milliseconds for which what the database holds is not read again. */
const BACKLOG_LIFETIME = 5000

/**
 * Creates the metrics of a process that has opened a core. A label has one of few values: a path pattern, a status, a plan, an
 * error code, the name of a feed or of its host; never an id, a key or an address that somebody has chosen.
 */
export const createMetrics = (core: Core): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers })
  const frequent: Pick<FrequentHistogram<string>, 'name' | 'text'>[] = []
  const frequentHistogram = <LabelValue extends string>(
    name: string,
    help: string,
    labelName: string,
    limits: readonly number[],
  ): FrequentHistogram<LabelValue> => {
    const created = createFrequentHistogram<LabelValue>(PREFIX + name, help, labelName, limits)
    frequent.push(created)
    return created
  }
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers })

  const calls = counter('calls_total', 'Calls by endpoint, status and plan; none: without a known key.', [
    'endpoint',
    'status',
    'plan',
  ])
  const callSeconds = frequentHistogram<string>(
    'call_duration_seconds',
    'Time until a call has its result.',
    'endpoint',
    CALL_SECONDS,
  )
  const counted = counter('calls_counted_total', 'Calls counted against the limits of a plan.', ['plan'])
  const refused = counter('calls_refused_total', 'Calls refused, by error code, or overload.', ['reason'])
  const responses = counter('http_responses_total', 'HTTP responses, with those of tRPC, pages and bad paths.', [
    'status',
  ])
  const statementSeconds = frequentHistogram<'answered' | 'failed'>(
    'statement_duration_seconds',
    'Time until a statement is answered, waiting for a connection included.',
    'result',
    STATEMENT_SECONDS,
  )
  const batchSize = frequentHistogram<Measurements['batch']['kind']>(
    'batch_size',
    'Writes that shared a statement or a transaction.',
    'kind',
    SIZES,
  )
  const games = counter('ingested_games_total', 'Games ingested, by outcome.', ['outcome'])
  const warnings = counter('ingest_warnings_total', 'Warnings of ingested games.', [])
  const ingestSeconds = histogram('ingest_lag_seconds', 'Time from a bundle to its commit.', [], INGEST_SECONDS)
  const followed = counter('follow_requests_total', 'Requests of followers, by feed and outcome.', ['feed', 'outcome'])
  const followSeconds = histogram(
    'follow_duration_seconds',
    'Time from a claim to the stored response.',
    ['feed'],
    NETWORK_SECONDS,
  )
  const attempts = counter('delivery_attempts_total', 'Attempts to deliver, by class of status or error.', ['result'])
  const attemptSeconds = histogram('delivery_duration_seconds', 'Time of an attempt to deliver.', [], NETWORK_SECONDS)

  const connections = gauge('database_connections', 'Connections to Postgres: idle, and used now.', ['state'])
  const statementsWaiting = gauge('statements_waiting', 'Statements that wait for a connection.')
  const streams = gauge('streams_open', 'Streams that this process has open.')
  const cached = gauge('response_cache_responses', 'Responses in the cache.')
  const cachedBytes = gauge('response_cache_bytes', 'Bytes of the responses in the cache.')
  const lookups = counter('response_cache_lookups_total', 'Responses by the cache: hits and misses.', ['result'])
  const waiting = gauge('deliveries_waiting', 'Deliveries that wait for an attempt, over all processes.')
  const overdue = gauge(
    'delivery_overdue_seconds',
    'For how long the delivery that is due longest, and waits for no other, has been due.',
  )
  const spent = gauge('follow_budget_spent', 'Requests that count against the budget of a host.', ['host'])
  const left = gauge('follow_budget_left', 'Requests that the budget of a host has left.', ['host'])
  const newest = gauge(
    'follow_newest_score_age_seconds',
    'Age of the newest score of the games that are on; none while there are no such games.',
    ['host'],
  )
  const backlogRead = gauge(
    'backlog_read',
    '1 if the gauges of deliveries and followers are current, 0 if the database did not answer.',
  )

  const tally = createTally()
  let sent = new Map<number, number>()
  const readCounts = (): void => {
    for (const { endpoint, status, plan, ...count } of tally.take()) {
      calls.inc({ endpoint, status, plan: plan ?? 'none' }, count.calls)
      if (plan !== null && count.counted > 0) counted.inc({ plan }, count.counted)
    }
    for (const [status, number] of sent) responses.inc({ status }, number)
    sent = new Map()
  }

  const readUsage = (): void => {
    const { open, used, waiting: statements } = poolUsage()
    connections.set({ state: 'idle' }, open - used)
    connections.set({ state: 'used' }, used)
    statementsWaiting.set(statements)
    streams.set(core.openStreams())
    const { responses: number, bytes, hits, misses } = core.cacheUsage()
    cached.set(number)
    cachedBytes.set(bytes)
    lookups.reset()
    lookups.inc({ result: 'hit' }, hits)
    lookups.inc({ result: 'miss' }, misses)
  }

  const writeBacklog = ({ deliveries, budgets }: Awaited<ReturnType<Core['backlog']>>): void => {
    waiting.set(deliveries.waiting)
    overdue.set(deliveries.overdue)
    for (const each of [spent, left, newest]) each.reset()
    for (const { host, per_minute, ...budget } of budgets) {
      spent.set({ host }, budget.spent)
      left.set({ host }, Math.max(0, per_minute - budget.spent))
      if (budget.newest !== null) newest.set({ host }, budget.newest)
    }
  }

  let reading: Promise<boolean> | undefined
  let readAt = -Infinity
  /** Scrapes share what was read lately. One that hangs is waited for by later ones, so that it is never sent twice. */
  const readBacklog = (): Promise<boolean> => {
    if (reading !== undefined || performance.now() - readAt < BACKLOG_LIFETIME) return reading ?? Promise.resolve(true)
    reading = core
      .backlog()
      .then(
        (backlog) => {
          writeBacklog(backlog)
          readAt = performance.now()
          return true
        },
        () => false,
      )
      .finally(() => void (reading = undefined))
    return reading
  }

  backlogRead.set(0)
  const collect = async (): Promise<void> => {
    readCounts()
    readUsage()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, BACKLOG_DEADLINE, false)
    })
    const isRead = await Promise.race([readBacklog(), late])
    clearTimeout(timer)
    // What was read last stays: the gauge beside it says that it is not of now.
    backlogRead.set(isRead ? 1 : 0)
  }

  const listen = () => [
    onMeasured('call', (call) => {
      callSeconds.observe(tally.add(call), call.duration / 1000)
      if (call.error !== null && REFUSALS.has(call.error)) refused.inc({ reason: call.error })
    }),
    onMeasured('statement', ({ failed, duration }) =>
      statementSeconds.observe(failed ? 'failed' : 'answered', duration / 1000),
    ),
    onMeasured('batch', ({ kind, size }) => batchSize.observe(kind, size)),
    onMeasured('ingest', ({ outcome, warnings: number, duration }) => {
      games.inc({ outcome })
      warnings.inc(number)
      ingestSeconds.observe(duration / 1000)
    }),
    onMeasured('follow', ({ feed, outcome, duration }) => {
      followed.inc({ feed, outcome })
      followSeconds.observe({ feed }, duration / 1000)
    }),
    onMeasured('attempt', ({ result, duration }) => {
      attempts.inc({ result })
      attemptSeconds.observe(duration / 1000)
    }),
  ]
  let listening: (() => void)[] = []
  const stop = (): void => {
    for (const end of listening) end()
    listening = []
  }
  const start = (): void => {
    if (listening.length === 0) listening = listen()
  }
  start()
  return {
    scrape: async () => {
      await collect()
      return [await registry.metrics(), ...frequent.map((each) => each.text())].join('\n')
    },
    contentType: registry.contentType,
    names: () => [...registry.getMetricsAsArray(), ...frequent].map(({ name }) => name),
    onRequest: ({ status, reason, refused: number = 1 }) => {
      if (listening.length === 0) return
      const overloaded = reason === 'overload'
      sent.set(status, (sent.get(status) ?? 0) + (overloaded ? number : 1))
      if (overloaded) refused.inc({ reason }, number)
    },
    start,
    stop,
  }
}

/** The error codes of calls that the service refuses because of their key or plan. */
const REFUSALS: ReadonlySet<string> = new Set(['unauthorized', 'upgrade_required', 'rate_limited', 'quota_exceeded'])
