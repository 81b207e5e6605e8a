import { setTimeout } from 'node:timers/promises'
import type { Core, GameBundle } from '@basketball-data/core'
import { addDays, utcDay, type Game } from '@basketball-data/core/contract'
import {
  eventsAt,
  friendlyNumber,
  gameAt,
  simulateFriendly,
  simulateToday,
  type LiveGame,
  type Pace,
  type WorldOptions,
} from '@basketball-data/feeds/simulator'
import type { Logger } from 'pino'
import { hasWorld, missingGames, simulatedGames } from './demo-world.ts'

/** Games that are played at the same time. */
const AT_ONCE = 3
/** Real milliseconds until the end of the first game, when the games of a day begin. */
const FIRST_END = 60_000

type Running = { game: LiveGame; pace: Pace; written: number }

/** Real milliseconds that a game takes. */
const getLength = ({ seconds }: LiveGame, speed: number): number => (seconds * 1000) / speed

const hasEvents = ({ final }: LiveGame): boolean => final.events != null

/** Whether a simulated game is in progress. */
const isBegun = ({ status, has }: Game): boolean => status === 'scheduled' && (has.playbyplay || has.boxscore)

/**
 * The games of today of a simulated world, a few at a time, `speed` times as fast as in reality, and friendly games when all of them
 * have begun; after midnight UTC, the games of the next day. A game in progress is resumed.
 */
export const openToday = (core: Core, world: WorldOptions, speed: number) => {
  let day = ''
  /** Friendly games of the day that have begun. */
  let friendlies = 0
  const waiting: LiveGame[] = []
  const running = new Set<Running>()

  const begin = (game: LiveGame, tipOff: number): void => {
    running.add({ game, pace: { tipOff: new Date(tipOff), speed }, written: 0 })
  }

  const next = (): LiveGame => waiting.shift() ?? simulateFriendly({ ...world, day }, ++friendlies)

  /** The first two games have begun earlier, so that one ends soon and another one is in its middle. */
  const beginEarlier = (now: number): void => {
    const [first, second] = [next(), next()]
    begin(first, now - Math.max(0, getLength(first, speed) - FIRST_END))
    begin(second, now - getLength(second, speed) / 2)
  }

  /** Writes the result of friendly games of earlier days that have no result yet. */
  const endFriendlies = async (): Promise<void> => {
    const yesterday = utcDay(addDays(new Date(day), -1))
    const isRunning = (id: string) => [...running].some(({ game }) => game.scheduled.game.external_id === id)
    for (const [id, { date }] of await simulatedGames(core, { status: 'scheduled', to: yesterday })) {
      const number = friendlyNumber(id)
      if (number === null || isRunning(id)) continue
      await core.ingest(simulateFriendly({ ...world, day: date }, number).final)
    }
  }

  const openDay = async (now: Date): Promise<void> => {
    day = utcDay(now)
    const stored = await simulatedGames(core, { date: day })
    const continueGame = (game: LiveGame, { tip_off }: Game) => begin(game, Date.parse(tip_off ?? now.toISOString()))
    for (const game of simulateToday({ ...world, day })) {
      const known = stored.get(game.scheduled.game.external_id)
      if (known === undefined) await core.ingest(game.scheduled)
      if (known !== undefined && isBegun(known)) continueGame(game, known)
      else if (known?.status !== 'final') waiting.push(game)
    }
    waiting.sort((a, b) => Number(hasEvents(b)) - Number(hasEvents(a)))
    friendlies = 0
    for (const [id, known] of stored) {
      const number = friendlyNumber(id)
      if (number === null) continue
      friendlies = Math.max(friendlies, number)
      if (isBegun(known)) continueGame(simulateFriendly({ ...world, day }, number), known)
    }
    await endFriendlies()
    if (running.size === 0) beginEarlier(now.getTime())
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
      while (running.size < AT_ONCE) begin(next(), now.getTime())
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

/** A demo: the games of today are played while those that the database still lacks are loaded. */
export type Demo = {
  /** The id of a game that is being played; undefined if none is. */
  playing: string | undefined
  /** Plays and loads until the signal is aborted. What is not loaded then is loaded after the next start. */
  run: (logger: Logger, signal: AbortSignal) => Promise<void>
}

/** Milliseconds between two looks at the games of today. */
const INTERVAL = 1000
/** Days before today whose games are loaded first, of one competition. */
const RECENT_DAYS = 14

async function* recentGames(games: AsyncIterable<GameBundle>, today: string): AsyncGenerator<GameBundle> {
  const from = utcDay(addDays(new Date(today), -RECENT_DAYS))
  let season: string | undefined
  for await (const bundle of games) {
    season ??= bundle.season.external_id
    if (bundle.season.external_id !== season) return
    if (bundle.game.date >= from) yield bundle
  }
}

/** Calls `onGame` with the number of games so far after each of them; it returns whether to go on. */
const load = async (core: Core, games: AsyncIterable<GameBundle>, onGame: (loaded: number) => boolean) => {
  let loaded = 0
  for await (const _ of core.ingestAll(games, { notify: false })) {
    loaded += 1
    if (!onGame(loaded)) return
  }
  await core.refreshStandings()
}

const formatResult = ({ final: { home, away, game } }: LiveGame): string =>
  `${home.team.name} ${game.home_score}–${game.away_score} ${away.team.name}`

/**
 * Opens the demo of a database: if it is empty, with recent games. Null if the database has games of its own.
 * @param since the day on which the demo of this database was first opened
 * @param speed how many times as fast as in reality the games of today are played
 */
export const openDemo = async (core: Core, since: Date, speed: number): Promise<Demo | null> => {
  const world = { day: utcDay(new Date()), since: utcDay(since) }
  if (await core.isEmpty()) {
    process.stderr.write('No games yet: simulating some.\n')
    const missing = await missingGames(core, world)
    await load(core, recentGames(missing.read(), world.day), () => true)
  } else if (!(await hasWorld(core, world))) return null
  const today = openToday(core, world, speed)
  await today.advance(new Date())
  const playing = [...(await simulatedGames(core, { date: world.day })).values()].find(isBegun)?.id

  const play = async (logger: Logger, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const game of await today.advance(new Date())) logger.info(`Final: ${formatResult(game)}`)
      } catch (err) {
        logger.error({ err }, 'The simulated games could not be written.')
      }
      await setTimeout(INTERVAL, undefined, { signal }).catch(() => {})
    }
  }

  const loadRest = async (logger: Logger, signal: AbortSignal): Promise<void> => {
    const missing = await missingGames(core, world)
    const total = await missing.count()
    if (total === 0) return
    const step = Math.ceil(total / 4)
    const all = total.toLocaleString('en')
    logger.info(`Loading ${all} more simulated games.`)
    await load(core, missing.read(), (loaded) => {
      if (loaded === total) logger.info('All simulated games are loaded.')
      else if (loaded % step === 0) logger.info(`${loaded.toLocaleString('en')} of ${all} games are loaded.`)
      return !signal.aborted
    })
  }
  return {
    playing,
    run: async (logger, signal) => {
      await Promise.all([play(logger, signal), loadRest(logger, signal)])
    },
  }
}
