// Our server as in production, with metrics that are switched off and on while it answers, every so many milliseconds. With
// --cold it keeps no responses.
import perfHooks from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '@basketball-data/http'
import { createMetrics, startMetricsServer } from '@basketball-data/http/metrics'
import { handleRequests } from '../child-process.ts'
import { openOurCore } from './our-core.ts'

/** What a process has done while it was in a state: microseconds of CPU, and calls. */
export type Work = { cpu: number; calls: number }

/** The work of a process with and without metrics, for equal times in turn. */
export type Comparison = { with: Work; without: Work }

const [, , database = '', milliseconds, ...options] = process.argv
const core = await openOurCore(database, options)

// The default metrics of prom-client observe garbage collections and delays of the event loop, and it cannot stop that. So
// this program keeps hold of what they create.
const observers: perfHooks.PerformanceObserver[] = []
let delays: ReturnType<typeof perfHooks.monitorEventLoopDelay> | undefined
const { PerformanceObserver, monitorEventLoopDelay } = perfHooks
perfHooks.PerformanceObserver = class extends PerformanceObserver {
  override observe(...args: Parameters<perfHooks.PerformanceObserver['observe']>): void {
    observers.push(this)
    super.observe(...args)
  }
}
perfHooks.monitorEventLoopDelay = (resolution) => (delays = monitorEventLoopDelay(resolution))
const metrics = createMetrics(core)

const switchTo = (on: boolean): void => {
  const [collections] = observers
  if (collections === undefined || delays === undefined)
    throw new Error('prom-client observes the runtime in another way than this program can stop')
  if (on) {
    metrics.start()
    collections.observe({ entryTypes: ['gc'] })
    delays.enable()
  } else {
    metrics.stop()
    collections.disconnect()
    delays.disable()
  }
}

let calls = 0
const { url } = await startServer({
  core,
  host: '127.0.0.1',
  port: 0,
  onRequest: (entry) => {
    calls++
    metrics.onRequest(entry)
  },
})
const scraped = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Adds the work of a while to what was done before in the same state. */
const measureWindow = async (on: boolean, work: Work): Promise<void> => {
  switchTo(on)
  const [callsBefore, cpuBefore] = [calls, cpu()]
  await sleep(Number(milliseconds))
  work.cpu += cpu() - cpuBefore
  work.calls += calls - callsBefore
}

/** Measures until the signal is aborted. The order is random, so that recurring work is not always done in the same state. */
const compare = async (end: AbortSignal): Promise<Comparison> => {
  const comparison: Comparison = { with: { cpu: 0, calls: 0 }, without: { cpu: 0, calls: 0 } }
  while (!end.aborted) {
    const first = Math.random() < 0.5
    for (const on of [first, !first]) await measureWindow(on, on ? comparison.with : comparison.without)
  }
  switchTo(true)
  return comparison
}

let end = new AbortController()
let comparing: Promise<Comparison> | undefined
handleRequests(async (request) => {
  switch (request) {
    case 'port':
      return new URL(url).port
    case 'scrape':
      return scraped.url
    case 'cpu':
      return String(cpu())
    case 'begin':
      end = new AbortController()
      comparing = compare(end.signal)
      return ''
    case 'end':
      end.abort()
      return JSON.stringify(await comparing)
    default:
      throw new TypeError(`there is no request "${request}"`)
  }
})
