import { setTimeout } from 'node:timers/promises'
import type { Core, GameBundle } from '@basketball-data/core'
import type { GameStreamEvent } from '@basketball-data/core/contract'
import { connect, type Connection } from './event-stream.ts'
import { runningGames } from './running-games.ts'
import { startServer, type ServerProcess } from './servers.ts'

/** What became of the readers. */
export type CutFigures = {
  /** Connections that were cut, by a reader or with their process. */
  connections: number
  restarts: number
  writes: number
  events: number
  /** Plays that a reader lacks at the end, or has otherwise than the play-by-play. */
  missing: number
  /** Events that a reader got twice. */
  doubled: number
  /** Events that came before one that they belong behind. */
  disordered: number
}

type Random = () => number

/** A sequence that is the same in every run. */
const seeded = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The share of rows that are edited later, and that of rows beside which one stands that vanishes. */
const [LATE, VANISHING] = [0.19, 0.03]
/** Writes after which such a row is as it stays. */
const DELAY = 6

/** The versions of a game in progress: some more rows each, late edits, and rows that vanish in the middle. */
const versionsOf = (bundle: GameBundle, random: Random): GameBundle[] => {
  const events = bundle.events ?? []
  const kinds = events.map(() => random())
  const versions: GameBundle[] = []
  let known = 0
  const knownAt: number[] = []
  const isYoung = (index: number, version: number) => version - (knownAt[index] ?? 0) < DELAY
  for (let version = 0; known < events.length || version < (knownAt.at(-1) ?? 0) + DELAY + 1; version++) {
    const more = Math.min(events.length, known + 1 + Math.floor(random() * 3))
    for (; known < more; known++) knownAt[known] = version
    const shown = events.slice(0, known).flatMap((event, index) => {
      const kind = kinds[index] ?? 1
      if (!isYoung(index, version) || kind > LATE + VANISHING) return [event]
      if (kind > LATE) return [event, { ...event, description: `${event.description} again` }]
      return [{ ...event, description: `${event.description}, not certain` }]
    })
    versions.push({ ...bundle, events: shown, shots: [] })
  }
  return versions
}

/** The order of an event: those with which a stream begins come first, by their position. */
const orderOf = (id: string): [number, number] => {
  const [number = '', position = '', start] = id.split('-')
  return start === undefined ? [Number(number), Number(position)] : [Number(number), Number(position) - 3_000_000]
}

/** A client of the stream of one game. */
class Reader {
  readonly plays = new Map<number, string>()
  readonly #seen = new Set<string>()
  #last: [number, number] = [-1, 0]
  lastId: string | undefined
  events = 0
  doubled = 0
  disordered = 0
  connection: Connection | undefined

  take(event: GameStreamEvent): void {
    this.events += 1
    if (this.#seen.has(event.id)) this.doubled += 1
    this.#seen.add(event.id)
    const order = orderOf(event.id)
    if (order[0] < this.#last[0] || (order[0] === this.#last[0] && order[1] <= this.#last[1])) this.disordered += 1
    this.#last = order
    this.lastId = event.id
    if (event.event !== 'play') return
    if (event.data.op === 'remove') this.plays.delete(event.data.event.seq)
    else this.plays.set(event.data.event.seq, JSON.stringify(event.data.event))
  }
}

const DEADLINE = 120_000

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await setTimeout(5)
}

/** Cuts the connections of readers at random, and kills their processes, while games are written with late edits. */
export const measureCuts = async (
  core: Core,
  { database, keys, readers: count, cuts }: { database: string; keys: string[]; readers: number; cuts: number },
): Promise<CutFigures> => {
  const random = seeded(7)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new RangeError('there is nothing to choose from')
    return item
  }
  const servers: ServerProcess[] = [await startServer('ours', database), await startServer('ours', database)]
  const games = runningGames(3).map((bundle) => versionsOf(bundle, random))
  const ids: string[] = []
  const write = async (bundle: GameBundle | undefined): Promise<string> => {
    if (bundle === undefined) throw new RangeError('a game has a first version')
    const result = await core.ingest(bundle)
    if (result.outcome === 'refused') throw new Error(`a game is refused: ${JSON.stringify(result)}`)
    return result.game
  }
  for (const [bundle] of games) ids.push(await write(bundle))

  const all = Array.from({ length: count }, () => new Reader())
  const done = { connections: 0, restarts: 0, writes: 0 }
  const over = new AbortController()
  const follow = async (reader: Reader, index: number): Promise<void> => {
    await setTimeout(random() * 3000) // each begins at a moment of its own
    while (!over.signal.aborted) {
      const url = `http://127.0.0.1:${pick(servers).port}/v1/games/${ids[index % ids.length]}/stream`
      const key = keys[index % keys.length] ?? ''
      reader.connection = connect(url, { key, after: reader.lastId }, ({ id = '', event, data }) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the figures show what was wrong
        reader.take({ id, event, data: JSON.parse(data) } as GameStreamEvent)
      })
      await reader.connection.closed
      done.connections += 1
      await setTimeout(random() * 100)
    }
  }
  const reading = all.map(follow)

  const writing = (async () => {
    const longest = Math.max(...games.map((versions) => versions.length))
    for (let version = 1; version < longest; version++)
      for (const versions of games) {
        const bundle = versions[version]
        if (bundle === undefined) continue
        await write(bundle)
        done.writes += 1
        await setTimeout(random() * 20)
      }
  })()
  const total = games.reduce((sum, versions) => sum + versions.length - 1, 0)
  const cutting = (async () => {
    for (let cut = 0; cut < cuts; cut++) {
      // All cuts lie in the time in which the games are written.
      await until(() => done.writes >= (total * (cut + 0.5)) / cuts)
      if (cut % 5 === 4) {
        const index = cut % servers.length
        await servers[index]?.kill()
        servers[index] = await startServer('ours', database)
        done.restarts += 1
      } else for (const reader of all) if (random() < 0.5) reader.connection?.cut()
    }
  })()
  await Promise.all([writing, cutting])

  const expected = new Map<string, Map<number, string>>()
  for (const id of ids) {
    const { data } = await core.caller().games.playByPlay({ id })
    expected.set(id, new Map(data.events.map((event) => [event.seq, JSON.stringify(event)])))
  }
  const missingOf = (reader: Reader, index: number): number => {
    const plays = expected.get(ids[index % ids.length] ?? '') ?? new Map<number, string>()
    const wrong = [...plays].filter(([seq, event]) => reader.plays.get(seq) !== event).length
    return wrong + [...reader.plays.keys()].filter((seq) => !plays.has(seq)).length
  }
  const missing = () => all.reduce((sum, reader, index) => sum + missingOf(reader, index), 0)
  const deadline = performance.now() + DEADLINE
  while (missing() > 0 && performance.now() < deadline) await setTimeout(100)
  const figures = {
    ...done,
    events: all.reduce((sum, { events }) => sum + events, 0),
    missing: missing(),
    doubled: all.reduce((sum, { doubled }) => sum + doubled, 0),
    disordered: all.reduce((sum, { disordered }) => sum + disordered, 0),
  }
  over.abort()
  for (const { connection } of all) connection?.cut()
  await Promise.all([...reading, ...servers.map((server) => server.stop())])
  return figures
}
