import { setImmediate, setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCore, type Core } from '../core.ts'
import { execute } from '../store/index.ts'
import { anyDatabase, ingestOrThrow, testDatabase, type DatabaseKind } from '../testing/index.ts'
import { GameReader } from './testing/game-reader.ts'
import { liveGame, type Play } from './testing/live-games.ts'

/** A change of the play-by-play, of the game, of another game, or of the processes. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add'), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit'), at: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('insert'), at: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('name'), name: fc.constantFrom('One', 'Two', 'Three') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('period', 'other game', 'restart') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('clear', 'swap') }) },
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** A change, and whether it is written by itself or together with the next one. */
const step = fc.record({ change, isWritten: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()) })

/** A reader begins before a step, and is cut after a number of events, each time. */
const reader = fc.record({ from: fc.nat(), cuts: fc.infiniteStream(fc.integer({ min: 0, max: 9 })) })

const scenario = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 24 }),
  readers: fc.array(reader, { minLength: 3, maxLength: 6 }),
  /** Which process a reader connects to. */
  processes: fc.infiniteStream(fc.nat()),
})

/** The game as the steps leave it, with the bundle of each. */
const createGame = () => {
  let shown: Play[] = []
  let made = 0
  let name = 'One'
  let ended = 0
  let isSwapped = false
  let venue = 'Hall'
  const make = (): Play => ({ text: `play ${++made}`, player: made % 3 === 0 ? 'A1' : null })
  const bundle = (full = true) => {
    const [home, away] = [
      { external_id: 'A', name: 'Alpha' },
      { external_id: 'B', name: 'Beta' },
    ].toSorted(() => (isSwapped ? -1 : 0))
    const teams = isSwapped ? { home: { team: away ?? {} }, away: { team: home ?? {} } } : {}
    return liveGame(full ? shown : undefined, { name, ended, game: { venue }, ...teams })
  }
  const apply = (change: Change): void => {
    switch (change.kind) {
      case 'add':
        shown = [...shown, ...Array.from({ length: 'count' in change ? change.count : 1 }, make)]
        break
      case 'edit':
        if (shown.length > 0 && 'at' in change) shown = shown.with(change.at % shown.length, make())
        break
      case 'insert':
        if ('at' in change) shown = shown.toSpliced(change.at % (shown.length + 1), 0, make())
        break
      case 'remove':
        if ('at' in change && 'count' in change) shown = shown.toSpliced(change.at % (shown.length + 1), change.count)
        break
      case 'name':
        if ('name' in change) name = change.name
        break
      case 'period':
        ended += 1
        break
      case 'clear':
        shown = []
        break
      case 'swap':
        isSwapped = !isSwapped
        break
      case 'other game':
      case 'restart':
        break
    }
  }
  return { apply, bundle, name: () => name, end: (times: number) => (venue = `The end ${times}`) }
}

/** The processes on one database: two on Postgres, one on an embedded one. */
const openProcesses = async (kind: DatabaseKind) => {
  const database = await testDatabase(kind)
  const open = () =>
    createCore({ database, now: () => new Date('2026-11-20T12:00:00Z'), streams: { pollInterval: 50 } })
  const cores: Core[] = []
  for (let index = 0; index < (kind === 'Postgres' ? 2 : 1); index++) cores.push(await open())
  onTestFinished(async () => {
    for (const core of cores) await core.close()
  })
  return {
    at: (index: number): Core => {
      const core = cores[index % cores.length]
      if (core === undefined) throw new RangeError('there is no process')
      return core
    },
    /** Replaces a process. An embedded database can be opened by one process at a time. */
    restart: async (index: number): Promise<void> => {
      const slot = index % cores.length
      await cores[slot]?.close()
      cores[slot] = await open()
    },
  }
}

describe.each(anyDatabase)('on %s', (kind) => {
  test(
    'readers that are cut anywhere, and go on at any process, have every play once, in order, and as it is',
    { timeout: 300_000 },
    async () => {
      const processes = await openProcesses(kind)
      let games = 0
      await fc.assert(
        fc.asyncProperty(scenario, async ({ steps, readers, processes: choices }) => {
          const external_id = `g${++games}`
          const game = createGame()
          const write = async (full = true) => {
            const bundle = game.bundle(full)
            return ingestOrThrow(processes.at(0), { ...bundle, game: { ...bundle.game, external_id } })
          }
          const { game: id } = await write()

          const read = async (readerCuts: Iterator<number>): Promise<GameReader> => {
            const reader = new GameReader()
            for (;;) {
              let left: number = readerCuts.next().value
              const core = processes.at(choices.next().value)
              // A stream that begins with the end has its plays behind it.
              const isEnd = () =>
                reader.game?.venue?.startsWith('The end') === true && !reader.lastId?.endsWith('start')
              try {
                const stopped = await reader.read(core, id, () => isEnd() || left-- <= 0)
                if (stopped && isEnd()) return reader
              } catch (error) {
                // The process is being restarted.
                if (!(error instanceof Error && error.name === 'ServiceError')) throw error
                if (/after|came/.test(error.message)) throw error
              }
              await setImmediate()
            }
          }
          const reading: Promise<GameReader>[] = []
          for (const [index, { change, isWritten }] of steps.entries()) {
            for (const { from, cuts } of readers) if (from % steps.length === index) reading.push(read(cuts))
            game.apply(change)
            if (change.kind === 'restart') await processes.restart(index)
            else if (change.kind === 'other game')
              await ingestOrThrow(
                processes.at(0),
                liveGame([], {
                  name: game.name(),
                  game: { external_id: `${external_id} ${index}`, date: '2026-11-20' },
                }),
              )
            else if (isWritten) await write(change.kind !== 'name' || index % 2 === 0)
            if (index % 3 === 0) await setImmediate()
          }
          await write()
          const allRead = Promise.all(reading)
          for (let times = 0; ; times++) {
            game.end(times)
            await write(false)
            if (await Promise.race([allRead.then(() => true), setTimeout(20, false)])) break
          }

          const { data } = await processes.at(0).caller().games.playByPlay({ id })
          const { data: detail } = await processes.at(0).caller().games.get({ id })
          const sent = await execute(
            processes.at(0).store.db,
            sql`select id from webhook_events where game_id = ${id} order by number, body::json #>> '{data,game,period,number}'`,
          )
          const ids = sent.map((row) => String(row['id']))
          for (const reader of await allRead) {
            expect([...reader.plays.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(data.events)
            expect({ ...reader.game, venue: detail.venue }).toEqual(detail)
            // A reader begins at any moment; from then on it misses none.
            expect(reader.webhookEvents).toEqual(ids.slice(ids.length - reader.webhookEvents.length))
          }
        }),
        { numRuns: kind === 'Postgres' ? 12 : 6 },
      )
    },
  )
})
