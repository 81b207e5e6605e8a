import { setImmediate } from 'node:timers/promises'
import type { Core } from '@basketball-data/core'
import { addDays, MAX_PER_PAGE, utcDay, type Game, type GameBundle } from '@basketball-data/core/contract'
import { simulate, simulateNewestFirst, type Detail, type WorldOptions } from '@basketball-data/feeds/simulator'

const SOURCE = 'simulator'

/** The simulated games of the database on some days, by their identifier in the simulator. */
export const simulatedGames = async (
  core: Core,
  filter: { date: string } | { status: 'scheduled'; to: string },
): Promise<Map<string, Game>> => {
  const simulated = await core.externalIds('game', SOURCE)
  const found = new Map<string, Game>()
  let cursor: string | undefined
  do {
    const { data, meta } = await core
      .caller()
      .games.list({ ...filter, per_page: MAX_PER_PAGE, ...(cursor !== undefined && { cursor }) })
    for (const game of data) {
      const external_id = simulated.get(game.id)
      if (external_id !== undefined) found.set(external_id, game)
    }
    cursor = meta.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** The latest final game of one of the simulated leagues; undefined if there is none. */
const latestFinal = async (core: Core): Promise<Game | undefined> => {
  const leagues = await core.externalIds('competition', SOURCE)
  for (const { id, kind } of (await core.caller().competitions.list({})).data) {
    if (kind !== 'league' || !leagues.has(id)) continue
    const { data } = await core.caller().games.list({ competition: id, status: 'final', per_page: 1 })
    if (data[0] !== undefined) return data[0]
  }
  return undefined
}

/**
 * Whether the latest final game of a simulated league, be it of today, has the same result in this world. False if the database
 * has none.
 */
export const hasWorld = async (core: Core, world: WorldOptions): Promise<boolean> => {
  const latest = await latestFinal(core)
  if (latest === undefined) return false
  const external_id = (await core.externalIds('game', SOURCE)).get(latest.id)
  const { since = world.day } = world
  const tomorrow = utcDay(addDays(new Date(world.day), 1))
  for (const { game } of simulate({ ...world, since, day: tomorrow, detail: 'result' }))
    if (game.external_id === external_id)
      return (['date', 'home_score', 'away_score'] as const).every((name) => game[name] === latest[name])
  return false
}

/** Games that a database lacks of a world; the seasons in progress come first. */
export type MissingGames = { count: () => Promise<number>; read: () => AsyncIterable<GameBundle> }

/** The games of a world before or after today that the database does not have yet, or not their result. */
export const missingGames = async (core: Core, world: WorldOptions): Promise<MissingGames> => {
  const stored = new Set((await core.externalIds('game', SOURCE)).values())
  const yesterday = utcDay(addDays(new Date(world.day), -1))
  const overdue = await simulatedGames(core, { status: 'scheduled', to: yesterday })
  const isMissing = ({ game: { date, external_id: id } }: GameBundle): boolean =>
    date !== world.day && (!stored.has(id) || overdue.has(id))
  async function* missing(detail: Detail): AsyncGenerator<GameBundle> {
    for (const bundle of simulateNewestFirst({ ...world, detail })) {
      await setImmediate() // the embedded database never waits for I/O, so let requests be served between games
      if (isMissing(bundle)) yield bundle
    }
  }
  const count = async (): Promise<number> => {
    let games = 0
    for await (const _ of missing('result')) games += 1
    return games
  }
  return { count, read: () => missing('full') }
}
