import type { Core } from '@basketball-data/core'
import type { Game } from '@basketball-data/core/contract'
import type { LiveGame, Pace, WorldOptions } from '@basketball-data/feeds/simulator'
import { simulatedGames } from './demo-world.ts'

/** Games that are played at the same time. */
const AT_ONCE = 3
/** Real milliseconds until the end of the first game, when the games of a day begin. */
const FIRST_END = 60_000

type Running = { game: LiveGame; pace: Pace; written: number }

/** Real milliseconds that a game takes. */
const lengthOf = ({ seconds }: LiveGame, speed: number): number => (seconds * 1000) / speed

const hasEvents = ({ final }: LiveGame): boolean => final.events != null

/** Whether a simulated game is in progress. */
export const isBegun = ({ status, has }: Game): boolean => status === 'scheduled' && (has.playbyplay || has.boxscore)

/**
 * The games of today of a simulated world, a few at a time, `speed` times as fast as in reality; after midnight UTC, those of the
 * next day. A game that the database has in progress goes on.
 */
export const openToday = async (core: Core, world: WorldOptions, speed: number) => {
  const { utcDay } = await import('@basketball-data/core/contract')
  const { eventsAt, gameAt, simulateToday } = await import('@basketball-data/feeds/simulator')
  let day = ''
  const waiting: LiveGame[] = []
  const running = new Set<Running>()

  const begin = (game: LiveGame, tipOff: number): void => {
    running.add({ game, pace: { tipOff: new Date(tipOff), speed }, written: 0 })
  }

  /** The first two games of a day have begun earlier, so that one ends soon and another one is in its middle. */
  const beginDay = (now: number): void => {
    const [first, second] = waiting.splice(0, 2)
    if (first) begin(first, now - Math.max(0, lengthOf(first, speed) - FIRST_END))
    if (second) begin(second, now - lengthOf(second, speed) / 2)
  }

  const openDay = async (now: Date): Promise<void> => {
    const date = utcDay(now)
    const stored = await simulatedGames(core, { date })
    const games = simulateToday({ ...world, day: date })
    for (const game of games) {
      const known = stored.get(game.scheduled.game.external_id)
      if (known === undefined) await core.ingest(game.scheduled)
      if (known !== undefined && isBegun(known)) begin(game, Date.parse(known.tip_off ?? now.toISOString()))
      else if (known?.status !== 'final') waiting.push(game)
    }
    waiting.sort((a, b) => Number(hasEvents(b)) - Number(hasEvents(a)))
    if (waiting.length === games.length) beginDay(now.getTime())
    day = date
  }

  /** Writes a game if anything has happened in it. Returns whether it has ended. */
  const write = async (one: Running, now: Date): Promise<boolean> => {
    const { game, pace } = one
    const events = eventsAt(game, now, pace)
    if (events > one.written) await core.ingest(gameAt(game, now, pace))
    one.written = events
    return events === game.frames.length
  }

  return {
    /** Writes what has happened until a moment, and returns the games that have ended since the last one. */
    advance: async (now: Date): Promise<LiveGame[]> => {
      if (utcDay(now) !== day) await openDay(now)
      for (const game of waiting.splice(0, Math.max(0, AT_ONCE - running.size))) begin(game, now.getTime())
      const ended: LiveGame[] = []
      const advanceOne = async (one: Running): Promise<void> => {
        if (!(await write(one, now))) return
        running.delete(one)
        ended.push(one.game)
      }
      await Promise.all([...running].map(advanceOne))
      return ended
    },
  }
}
