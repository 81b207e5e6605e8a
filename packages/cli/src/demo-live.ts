import { setTimeout } from 'node:timers/promises'
import type { Core, GameBundle } from '@basketball-data/core'
import { addDays, utcDay } from '@basketball-data/core/contract'
import type { LiveGame } from '@basketball-data/feeds/simulator'
import type { Logger } from 'pino'
import { isBegun, openToday } from './demo-today.ts'
import { hasWorld, missingGames, simulatedGames } from './demo-world.ts'

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

const resultOf = ({ final: { home, away, game } }: LiveGame): string =>
  `${home.team.name} ${game.home_score}–${game.away_score} ${away.team.name}`

const formatCount = (count: number): string => count.toLocaleString('en')

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
        for (const game of await today.advance(new Date())) logger.info(`Final: ${resultOf(game)}`)
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
    logger.info(`Loading ${formatCount(total)} more simulated games.`)
    await load(core, missing.read(), (loaded) => {
      if (loaded === total) logger.info('All simulated games are loaded.')
      else if (loaded % step === 0) logger.info(`${formatCount(loaded)} of ${formatCount(total)} games are loaded.`)
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
