import { onMeasured, poolUsage, type Core } from '@basketball-data/core'
import type { OnRequest } from '../request-log.ts'
import { NOT_USED, type CacheUsage } from '../response-cache.ts'
import { defineMetrics, type DefinedMetrics } from './definitions.ts'
import { createTally, type Tally } from './tally.ts'

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
  /** Reads the cache of a server at every scrape. */
  watchCache: (usage: () => CacheUsage) => void
}

/** Milliseconds for the answer of the database to a scrape before it goes on without. */
const BACKLOG_DEADLINE = 1000
/** Milliseconds for which what the database holds is not read again. */
const BACKLOG_LIFETIME = 5000

/** The error codes of calls that the service refuses because of their key or plan. */
const REFUSALS: ReadonlySet<string> = new Set(['unauthorized', 'upgrade_required', 'rate_limited', 'quota_exceeded'])

const readUsage = (core: Core, metrics: DefinedMetrics, cache: CacheUsage): void => {
  const { open, used, waiting } = poolUsage()
  metrics.connections.set({ state: 'idle' }, open - used)
  metrics.connections.set({ state: 'used' }, used)
  metrics.statementsWaiting.set(waiting)
  metrics.streams.set(core.openStreams())
  const { responses, bytes, hits, misses } = cache
  metrics.cached.set(responses)
  metrics.cachedBytes.set(bytes)
  metrics.lookups.reset()
  metrics.lookups.inc({ result: 'hit' }, hits)
  metrics.lookups.inc({ result: 'miss' }, misses)
}

const writeBacklog = (
  { waiting, overdue, spent, left, newest }: DefinedMetrics,
  { deliveries, budgets }: Awaited<ReturnType<Core['backlog']>>,
): void => {
  waiting.set(deliveries.waiting)
  overdue.set(deliveries.overdue)
  for (const each of [spent, left, newest]) each.reset()
  for (const { host, per_minute, ...budget } of budgets) {
    spent.set({ host }, budget.spent)
    left.set({ host }, Math.max(0, per_minute - budget.spent))
    if (budget.newest !== null) newest.set({ host }, budget.newest)
  }
}

/**
 * Creates a function that reads what waits in the database, and returns whether the gauges are current. Scrapes share what was
 * read lately. A read that hangs is shared by later scrapes, so that it is never sent twice.
 */
const createBacklogReader = (core: Core, metrics: DefinedMetrics) => {
  let reading: Promise<boolean> | undefined
  let readAt = -Infinity
  const read = (): Promise<boolean> => {
    if (reading !== undefined || performance.now() - readAt < BACKLOG_LIFETIME) return reading ?? Promise.resolve(true)
    reading = core
      .backlog()
      .then(
        (backlog) => {
          writeBacklog(metrics, backlog)
          readAt = performance.now()
          return true
        },
        () => false,
      )
      .finally(() => void (reading = undefined))
    return reading
  }
  return async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, BACKLOG_DEADLINE, false)
    })
    const isRead = await Promise.race([read(), late])
    clearTimeout(timer)
    return isRead
  }
}

/** Counts what the core reports from now on. Returns functions that end it. */
const listen = (metrics: DefinedMetrics, tally: Tally): (() => void)[] => [
  onMeasured('call', (call) => {
    metrics.callSeconds.observe(tally.add(call), call.duration / 1000)
    if (call.error !== null && REFUSALS.has(call.error)) metrics.refused.inc({ reason: call.error })
  }),
  onMeasured('statement', ({ failed, duration }) =>
    metrics.statementSeconds.observe(failed ? 'failed' : 'answered', duration / 1000),
  ),
  onMeasured('batch', ({ kind, size }) => metrics.batchSize.observe(kind, size)),
  onMeasured('ingest', ({ outcome, warnings, duration }) => {
    metrics.games.inc({ outcome })
    metrics.warnings.inc(warnings)
    metrics.ingestSeconds.observe(duration / 1000)
  }),
  onMeasured('follow', ({ feed, outcome, duration }) => {
    metrics.followed.inc({ feed, outcome })
    metrics.followSeconds.observe({ feed }, duration / 1000)
  }),
  onMeasured('attempt', ({ result, duration }) => {
    metrics.attempts.inc({ result })
    metrics.attemptSeconds.observe(duration / 1000)
  }),
]

/**
 * Creates the metrics of a process that has opened a core. A label has one of few values: a path pattern, a status, a plan, an
 * error code, the name of a feed or of its host; never an id, a key or an address that somebody has chosen.
 */
export const createMetrics = (core: Core): Metrics => {
  const metrics = defineMetrics()
  const { registry, frequent, calls, counted, responses, refused, backlogRead } = metrics
  let readCache: () => CacheUsage = () => NOT_USED
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

  const readBacklog = createBacklogReader(core, metrics)
  backlogRead.set(0)
  const collect = async (): Promise<void> => {
    readCounts()
    readUsage(core, metrics, readCache())
    // What was read last stays: this gauge says that it is not current.
    backlogRead.set((await readBacklog()) ? 1 : 0)
  }

  let listening: (() => void)[] = []
  const stop = (): void => {
    for (const end of listening) end()
    listening = []
  }
  const start = (): void => {
    if (listening.length === 0) listening = listen(metrics, tally)
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
    watchCache: (usage) => {
      readCache = usage
    },
  }
}
