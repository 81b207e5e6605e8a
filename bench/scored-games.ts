import { setTimeout } from 'node:timers/promises'
import type { Core, GameBundle } from '@basketball-data/core'
import { connect } from './event-stream.ts'
import { quantile } from './report.ts'
import { runningGames } from './running-games.ts'
import { startServer } from './servers.ts'

/** How late the events of games that are scored live reach the readers of their streams. */
export type ScoringFigures = {
  /** Events that readers received. */
  events: number
  /** Milliseconds from the call to its 2xx. */
  call: number
  /** Milliseconds from the 2xx of a call to its event at a reader; negative if the event was there first. */
  p50: number
  p99: number
  slowest: number
}

/** The games that are scored, the readers of all of them together, and for how long. */
type Load = { games: number; readers: number; seconds: number }

/** Milliseconds between two events of a game. */
export const INTERVAL = 1000
/** Events that a game has before the measurement: half of them. */
export const BEFORE = 250

/** Where a game is scored, and where it is read. */
type Paths = { events: string; stream: string }

const post = async (url: string, key: string, method: string, body: object): Promise<string> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
  return text
}

const toOp = (n: number) => ({
  op: 'add',
  id: String(n),
  after: n === 0 ? null : String(n - 1),
  event: { period: 1, clock: null, type: 'foul', side: 'home', description: `event ${n}` },
})

/** Scores games at a fixed rate, and measures when each event is at the readers. */
const score = async (
  origin: string,
  keys: { write: string; read: string },
  games: readonly Paths[],
  { readers, seconds }: Load,
): Promise<ScoringFigures> => {
  const accepted = new Map<string, number>()
  const arrived: [event: string, at: number][] = []
  const calls: number[] = []
  const connections = Array.from({ length: readers }, (_, reader) => {
    const game = reader % games.length
    return connect(`${origin}${games[game]?.stream}`, keys.read, ({ data }) => {
      const [, n] = /"description":"event (\d+)"/.exec(data) ?? []
      if (n !== undefined) arrived.push([`${game} ${n}`, performance.now()])
    })
  })
  for (const { begun } of connections) if ((await begun) !== 200) throw new Error('a stream was refused')
  await setTimeout(1000) // for the events so far
  const start = performance.now()
  const scoreGame = async ({ events }: Paths, game: number): Promise<void> => {
    for (let n = 0; n < (seconds * 1000) / INTERVAL; n++) {
      const due = start + INTERVAL * (n + game / games.length)
      await setTimeout(Math.max(0, due - performance.now()))
      const sent = performance.now()
      await post(`${origin}${events}`, keys.write, 'POST', { ops: [toOp(BEFORE + n)] })
      accepted.set(`${game} ${BEFORE + n}`, performance.now())
      calls.push(performance.now() - sent)
    }
  }
  await Promise.all(games.map(scoreGame))
  await setTimeout(2000) // for events that are on their way
  for (const connection of connections) connection.cut()
  const times = arrived.flatMap(([event, at]) => {
    const since = accepted.get(event)
    return since === undefined ? [] : at - since
  })
  const sorted = times.toSorted((a, b) => a - b)
  return {
    events: sorted.length,
    call: quantile(
      calls.toSorted((a, b) => a - b),
      0.5,
    ),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    slowest: sorted.at(-1) ?? Number.NaN,
  }
}

/** The same load on a server that passes on what it gets, and does nothing else: what of the times is that of the measurement. */
export const measureRelay = async (load: Load): Promise<ScoringFigures> => {
  const server = await startServer('relay', '')
  const games = Array.from({ length: load.games }, (_, n) => ({ events: `/${n}/events`, stream: `/${n}/stream` }))
  return score(`http://127.0.0.1:${server.port}`, { write: '', read: '' }, games, load).finally(server.stop)
}

/** Scores games through the write API of a server on a database, which `open` opens before the server does. */
export const measureScoring = async (
  database: string,
  open: () => Promise<Core>,
  load: Load,
): Promise<ScoringFigures> => {
  const bundles = runningGames(load.games)
  const core = await open()
  const { id } = await core.accounts.create({ email: 'reader@example.org', plan: 'complete' })
  const { key: read } = await core.keys.create(id)
  const { key: write } = await core.writeKeys.create({ source: bundles[0]?.source ?? '' })
  await core.close()
  const server = await startServer('ours, writes on', database)
  const origin = `http://127.0.0.1:${server.port}`
  const begin = async ({ source: _source, ...bundle }: GameBundle): Promise<Paths> => {
    const game = `/ingest/v1/games/${encodeURIComponent(bundle.game.external_id)}`
    const fixture = { ...bundle, events: null, shots: null }
    const { data }: { data: { id: string } } = JSON.parse(await post(`${origin}${game}`, write, 'PUT', fixture))
    const events = `${game}/events`
    await post(`${origin}${events}`, write, 'POST', { ops: Array.from({ length: BEFORE }, (_, n) => toOp(n)) })
    return { events, stream: `/v1/games/${data.id}/stream` }
  }
  try {
    const games: Paths[] = []
    for (const bundle of bundles) games.push(await begin(bundle))
    return await score(origin, { write, read }, games, load)
  } finally {
    await server.stop()
  }
}
