import { describe, expect, onTestFinished, test } from 'vitest'
import { ClaimLost, execute, sql } from '@basketball-data/core'
import { anyDatabase, openTestCore, type DatabaseKind } from '../test-support/core.ts'
import { openFeedHost, type HostResponse } from './test-support/feed-host.ts'
import { openFollower, runUntil, startClock } from './test-support/night.ts'
import { sampleFeed, scoreAt } from './test-support/sample-feed.ts'

const START = '2026-11-19T18:00:00Z'
const TIP_OFF = '2026-11-19T18:40:00Z'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Two followers of one game, whose host responds with what `state` says. `slow` waits before it ingests a game while `held`
 * is a promise, and never goes on after it.
 */
const prepare = async (kind: DatabaseKind) => {
  const core = await openTestCore(kind)
  const clock = await startClock(core, START)
  const state = { tipOff: TIP_OFF, plays: null as number | null, box: null as number | null }
  const respond = (path: string): HostResponse | null => {
    if (path.startsWith('/schedule'))
      return { json: { season: '2026', games: [{ game: 'g1', tip_off: state.tipOff }] } }
    const minute = path.startsWith('/plays') ? state.plays : state.box
    return minute === null ? null : { json: { game: 'g1', minute, ...scoreAt(minute) } }
  }
  const host = await openFeedHost(clock.now, 10, respond)
  const options = { api: host.origin }
  let held: { arrived: () => void; gate: Promise<void>; written: () => void } | null = null
  const slow = await openFollower(
    {
      store: core.store,
      ingest: async (...given) => {
        if (held === null) return core.ingest(...given)
        const { arrived, gate, written } = held
        arrived()
        await gate
        await core.ingest(...given).catch((error: unknown) => expect(error).toBeInstanceOf(ClaimLost))
        written()
        return new Promise(() => {}) // it dies before it can do anything else
      },
    },
    sampleFeed,
    clock,
    options,
  )
  const other = await openFollower(core, sampleFeed, clock, options)
  onTestFinished(() => slow.stopping.abort())

  /** Lets `slow` receive a changed response and stop before it ingests that; returns what lets it go on. */
  const hold = async (): Promise<() => Promise<void>> => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    held = { arrived: arrived.resolve, gate: gate.promise, written: written.resolve }
    const isWaiting = arrived.promise.then(() => true)
    for (let waits = false; !waits;) {
      const { handled, wait } = await slow.poll()
      if (handled === null) await clock.set(clock.now() + Math.max(1, Math.ceil(wait)))
      else waits = await Promise.race([isWaiting, handled.then(() => false)])
    }
    held = null
    return () => {
      gate.resolve()
      return written.promise
    }
  }

  /** What is served of the game: its tip-off, its hall, which the box says, and its play, which the plays say. */
  const stored = async () => {
    const [game] = (await core.caller().games.list()).data
    const plays =
      game?.has.playbyplay === true ? (await core.caller().games.playByPlay({ id: game.id })).data.events : []
    return { tipOff: game?.tip_off, hall: game?.venue, play: plays.at(-1)?.description }
  }
  const start = () => openFollower(core, sampleFeed, clock, options)
  return { core, clock, state, other, start, hold, stored }
}

describe.each(anyDatabase)(
  'a follower on %s whose claim was taken over writes nothing, even if it dies then',
  (kind) => {
    test('of a running game', async () => {
      const { clock, state, other, hold, stored } = await prepare(kind)
      await runUntil(Date.parse(TIP_OFF), clock, [other])
      state.plays = 3
      const release = await hold()
      state.plays = 4
      await runUntil(clock.now() + 2 * MINUTE, clock, [other])
      expect(await stored()).toMatchObject({ play: 'minute 4' })
      await release()
      await runUntil(clock.now() + 2 * MINUTE, clock, [other])
      expect(await stored()).toMatchObject({ play: 'minute 4' })
    })

    test.each([0, 5, 65, 25 * 60])('of a game that has been over for %i minutes', async (minutes) => {
      const { clock, state, other, hold, stored } = await prepare(kind)
      Object.assign(state, { plays: 39, box: 39 })
      await runUntil(Date.parse(TIP_OFF) + 5 * MINUTE, clock, [other])
      Object.assign(state, { plays: 40, box: 40 })
      if (minutes > 0) await runUntil(clock.now() + minutes * MINUTE, clock, [other])
      state.box = 41
      const release = await hold()
      state.box = 42
      await runUntil(clock.now() + 2 * MINUTE, clock, [other])
      await release()
      await runUntil(clock.now() + 8 * DAY, clock, [other])
      expect(await stored()).toMatchObject({ hall: 'Hall at minute 42', play: 'minute 40' })
    })

    test('of the schedule', async () => {
      const { clock, state, other, hold, stored } = await prepare(kind)
      await runUntil(Date.parse(START) + MINUTE, clock, [other])
      state.tipOff = '2026-11-21T19:00:00Z'
      const release = await hold()
      state.tipOff = TIP_OFF // the same again: the other follower finds no entry that has changed
      await runUntil(clock.now() + 10 * MINUTE, clock, [other])
      await release()
      await runUntil(clock.now() + DAY, clock, [other])
      expect(await stored()).toMatchObject({ tipOff: TIP_OFF })
    })
  },
)

test.each(anyDatabase)(
  'on %s, a schedule of which a dead follower holds a game is read again within minutes, also by one that starts meanwhile',
  async (kind) => {
    const { core, clock, other, start, hold, stored } = await prepare(kind)
    await hold()
    // The game is leased when the schedule has arrived, so its lease ends after that of the schedule.
    await execute(
      core.store.db,
      sql`update follow_games set leased_until = leased_until + interval '5 s' where game = 'g1'`,
    )
    await runUntil(clock.now() + 31_000, clock, [other])
    expect(await stored()).toMatchObject({ tipOff: undefined })
    const newer = await start()
    await runUntil(clock.now() + 3 * MINUTE, clock, [newer])
    expect(await stored()).toMatchObject({ tipOff: TIP_OFF })
  },
)
