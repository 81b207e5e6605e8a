import { setTimeout } from 'node:timers/promises'
import type { Core } from '@basketball-data/core'
import { connect, type Connection } from './event-stream.ts'
import { quantile } from './report.ts'
import { startChild } from './child-process.ts'
import { startServer } from './servers.ts'

/** What many open streams cost, and how late they are. */
export type LoadFigures = {
  streams: number
  events: number
  /** Milliseconds from the call of `ingest`, so before the commit, to the reader. */
  p50: number
  p99: number
  slowest: number
  /** Bytes of the server (RSS) for each further stream that is open. */
  memory: number
  /** Share of a core that the server used. */
  cpu: number
  /** Milliseconds from revoking a key to the end of the last of its streams, and their number. */
  revoked: number
  ofKey: number
}

/** Milliseconds after which the scores that say when a play was written begin again at 0. */
export const WRAP = 100_000_000
/** Streams that are open before the memory of the others is measured. */
const FIRST = 200
/** Connections that are opened at the same time. */
const AT_ONCE = 50

/** Opens many streams of running games on one server, and measures their events while the games are written. */
export const measureLoad = async (
  core: Core,
  options: {
    database: string
    keys: { id: string; key: string }[]
    streams: number
    games: number
    seconds: number
    /** Whether each stream is one of all games. */
    ofAll: boolean
  },
): Promise<LoadFigures> => {
  const { database, keys, streams, games, seconds, ofAll } = options
  const server = await startServer('ours', database, ['--expose-gc'])
  const writer = startChild('stream-writer.ts', [database, String(games)])
  const ids: string[] = JSON.parse(await writer.request('games'))
  const times: number[] = []
  let isMeasuring = false
  const note = (data: string): void => {
    const [, written] = /"home_score":(\d+)/.exec(data) ?? []
    if (isMeasuring && written !== undefined) times.push((Date.now() % WRAP) - Number(written))
  }
  const connections: Connection[] = []
  const open = async (count: number): Promise<void> => {
    while (connections.length < count) {
      const opened = Array.from({ length: Math.min(AT_ONCE, count - connections.length) }, (_, index) => {
        const n = connections.length + index
        const path = ofAll ? 'stream' : `games/${ids[n % ids.length]}/stream`
        const url = `http://127.0.0.1:${server.port}/v1/${path}`
        return connect(url, keys[n % keys.length]?.key ?? '', ({ data }) => note(data))
      })
      for (const { begun } of opened) if ((await begun) !== 200) throw new Error('a stream was refused')
      connections.push(...opened)
    }
    await setTimeout(1000)
  }
  await open(FIRST)
  const before = await server.memory()
  await open(streams)
  const memory = ((await server.memory()) - before) / (streams - FIRST)

  const cpuBefore = await server.cpu()
  isMeasuring = true
  await writer.request(`write ${seconds}`)
  await setTimeout(2000) // for events that are on their way
  isMeasuring = false
  const cpu = ((await server.cpu()) - cpuBefore) / (seconds * 1_000_000)

  const [revoked] = keys
  const ofKey = connections.filter((_, n) => n % keys.length === 0)
  const start = performance.now()
  await core.keys.revoke(revoked?.id ?? '')
  await Promise.all(ofKey.map(({ closed }) => closed))
  const revokedAfter = performance.now() - start

  for (const connection of connections) connection.cut()
  await Promise.all([writer.stop(), server.stop()])
  const sorted = times.toSorted((a, b) => a - b)
  return {
    streams,
    events: times.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    slowest: sorted.at(-1) ?? Number.NaN,
    memory,
    cpu,
    revoked: revokedAfter,
    ofKey: ofKey.length,
  }
}
