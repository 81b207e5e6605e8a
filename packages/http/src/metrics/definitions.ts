import type { Measurements } from '@basketball-data/core'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createFrequentHistogram, type FrequentHistogram } from './frequent-histogram.ts'

const PREFIX = 'basketball_data_'

/** Upper limits of durations, in seconds. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]
const NETWORK_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const INGEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 512]

/** Functions that create metrics in one registry, with the prefix of this service. */
const createBuilders = () => {
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
    known: readonly LabelValue[] = [],
  ): FrequentHistogram<LabelValue> => {
    const created = createFrequentHistogram(PREFIX + name, help, labelName, limits, known)
    frequent.push(created)
    return created
  }
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers })
  return { registry, frequent, counter, histogram, frequentHistogram, gauge }
}

type Builders = ReturnType<typeof createBuilders>

/** What the core reports as it happens. */
const defineEvents = ({ counter, histogram, frequentHistogram }: Builders) => {
  const calls = counter('calls_total', 'Calls by endpoint, status and plan; none: without a known key.', [
    'endpoint',
    'status',
    'plan',
  ])
  const callSeconds = frequentHistogram<string>(
    'call_duration_seconds',
    'Time until a call returns.',
    'endpoint',
    CALL_SECONDS,
  )
  const counted = counter('calls_counted_total', 'Calls counted against the limits of a plan.', ['plan'])
  const refused = counter('calls_refused_total', 'Refused calls, by error code or overload.', ['reason'])
  const responses = counter('http_responses_total', 'HTTP responses, including tRPC, pages and unknown paths.', [
    'status',
  ])
  const statementSeconds = frequentHistogram<'answered' | 'failed'>(
    'statement_duration_seconds',
    'Time until a statement returns, including the wait for a connection.',
    'result',
    STATEMENT_SECONDS,
    ['answered', 'failed'],
  )
  const batchSize = frequentHistogram<Measurements['batch']['kind']>(
    'batch_size',
    'Writes that shared a statement or a transaction.',
    'kind',
    SIZES,
    ['counted calls', 'refunds', 'games'],
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
  const attempts = counter('delivery_attempts_total', 'Delivery attempts, by status class or error.', ['result'])
  const attemptSeconds = histogram('delivery_duration_seconds', 'Duration of a delivery attempt.', [], NETWORK_SECONDS)
  return {
    calls,
    callSeconds,
    counted,
    refused,
    responses,
    statementSeconds,
    batchSize,
    games,
    warnings,
    ingestSeconds,
    followed,
    followSeconds,
    attempts,
    attemptSeconds,
  }
}

/** What is read when the metrics are scraped. */
const defineReadings = ({ counter, gauge }: Builders) => {
  const connections = gauge('database_connections', 'Connections to Postgres, idle and in use.', ['state'])
  const statementsWaiting = gauge('statements_waiting', 'Statements waiting for a connection.')
  const streams = gauge('streams_open', 'Streams open in this process.')
  const cached = gauge('response_cache_responses', 'Responses in the cache.')
  const cachedBytes = gauge('response_cache_bytes', 'Bytes of the responses in the cache.')
  const lookups = counter('response_cache_lookups_total', 'Cache lookups: hits and misses.', ['result'])
  const waiting = gauge('deliveries_waiting', 'Deliveries waiting for an attempt, over all processes.')
  const overdue = gauge('delivery_overdue_seconds', 'Age of the oldest overdue delivery, in seconds.')
  const spent = gauge('follow_budget_spent', 'Requests that count against the budget of a host.', ['host'])
  const left = gauge('follow_budget_left', 'Requests left in the budget of a host.', ['host'])
  const newest = gauge(
    'follow_newest_score_age_seconds',
    'Age of the newest score of the running games, in seconds; absent if no game is running.',
    ['host'],
  )
  const backlogRead = gauge(
    'backlog_read',
    '1 if the gauges of deliveries and followers are current, 0 if the database did not answer.',
  )
  return {
    connections,
    statementsWaiting,
    streams,
    cached,
    cachedBytes,
    lookups,
    waiting,
    overdue,
    spent,
    left,
    newest,
    backlogRead,
  }
}

/** Creates all metrics, empty, and the registry that has them. Frequent histograms are no metrics of prom-client. */
export const defineMetrics = () => {
  const builders = createBuilders()
  const { registry, frequent } = builders
  return { registry, frequent, ...defineEvents(builders), ...defineReadings(builders) }
}

/** The metrics of a process. */
export type DefinedMetrics = ReturnType<typeof defineMetrics>
