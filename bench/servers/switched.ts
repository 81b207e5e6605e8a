// Our server as in production, with metrics that are switched off and on while it answers, every so many milliseconds. With --cold it
// keeps no responses.
import perfHooks from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '@basketball-data/http'
import { createMetrics, startMetricsServer } from '@basketball-data/http/metrics'
import { handleRequests } from '../child-process.ts'
import { openOurCore } from './our-core.ts'

/** Microseconds of CPU a call in two windows, one after the other in either order. */
export type Pair = { without: number; with: number }

const [, , database = '', milliseconds, ...options] = process.argv
const core = await openOurCore(database, options)

// The default metrics of prom-client observe garbage collections and delays of the event loop, and it cannot stop that.
const collections = new Set<perfHooks.PerformanceObserver>()
const delays: ReturnType<typeof perfHooks.monitorEventLoopDelay>[] = []
const { PerformanceObserver, monitorEventLoopDelay } = perfHooks
perfHooks.PerformanceObserver = class extends PerformanceObserver {
  override observe(...args: Parameters<perfHooks.PerformanceObserver['observe']>): void {
    collections.add(this)
    super.observe(...args)
  }
}
perfHooks.monitorEventLoopDelay = (resolution) => {
  const delay = monitorEventLoopDelay(resolution)
  delays.push(delay)
  return delay
}
const metrics = createMetrics(core)
if (collections.size !== 1 || delays.length !== 1)
  throw new Error('the default metrics are observed in another way than this program can stop')

let isOn = true
let calls = 0
const { url } = await startServer({
  core,
  host: '127.0.0.1',
  port: 0,
  onRequest: (entry) => {
    calls++
    if (isOn) metrics.onRequest(entry)
  },
})
const scraped = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })

const switchTo = (on: boolean): void => {
  isOn = on
  if (on) metrics.resume()
  else metrics.pause()
  for (const collection of collections)
    if (on) collection.observe({ entryTypes: ['gc'] })
    else collection.disconnect()
  for (const delay of delays)
    if (on) delay.enable()
    else delay.disable()
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const measureWindow = async (on: boolean): Promise<number> => {
  switchTo(on)
  const [callsBefore, cpuBefore] = [calls, cpu()]
  await sleep(Number(milliseconds))
  return (cpu() - cpuBefore) / (calls - callsBefore)
}

/** Adds pairs until it is told to end, each in a random order, so that nothing that recurs falls into the same windows. */
const measurePairs = async (pairs: Pair[], end: AbortSignal): Promise<void> => {
  while (!end.aborted) {
    const first = Math.random() < 0.5
    const costs = [await measureWindow(first), await measureWindow(!first)] as const
    const [withMetrics, without] = first ? costs : ([costs[1], costs[0]] as const)
    // At the begin and the end of a load there are windows without a call.
    if (Number.isFinite(withMetrics + without)) pairs.push({ with: withMetrics, without })
  }
}

let pairs: Pair[] = []
let end = new AbortController()
handleRequests(async (request) => {
  switch (request) {
    case 'port':
      return new URL(url).port
    case 'scrape':
      return scraped.url
    case 'cpu':
      return String(cpu())
    case 'begin':
      pairs = []
      end = new AbortController()
      void measurePairs(pairs, end.signal)
      return ''
    case 'end':
      end.abort()
      return JSON.stringify(pairs)
    default:
      throw new TypeError(`there is no request "${request}"`)
  }
})
