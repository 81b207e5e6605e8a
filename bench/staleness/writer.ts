import type { Core, GameBundle } from '@basketball-data/core'
import type { Sql } from 'postgres'
import { fullGames } from '../dataset.ts'
import { afterUpdates, runningGames } from '../running-games.ts'

/** The numbers that records show, by id. They only grow. */
export type Numbers = ReadonlyMap<string, number>

/** Writes games whose responses show numbers that grow: those of a game in its venue, its first event and its score, others in their names. */
export type Writer = {
  /** Ids of the games that are written. */
  games: readonly string[]
  /** Ids of the teams and of the players that get new names. */
  teams: readonly string[]
  players: readonly string[]
  /** The last numbers that were committed. */
  committed: Numbers
  /** Points of the home team of a final game without those that its number adds. */
  points: number
  /** Writes the next game. */
  write: () => Promise<void>
}

const POINTS = 200

/** The word before the number in a name. */
export const NUMBERED = /^Number (\d+)$/

const numbered = (number: number) => `Number ${number}`

type Game = { bundle: GameBundle; running: boolean; updates: number }

const withNumber = (
  { bundle, running, updates }: Game,
  nameOf: (externalId: string) => string | undefined,
): GameBundle => {
  const { events = null, ...game } = running ? afterUpdates(bundle, updates) : bundle
  const side = (of: GameBundle['home']) => ({
    ...of,
    team: { ...of.team, name: nameOf(of.team.external_id) ?? of.team.name },
  })
  return {
    ...game,
    home: side(game.home),
    away: side(game.away),
    players: game.players?.map((player) => ({ ...player, name: nameOf(player.external_id) ?? player.name })) ?? [],
    game: {
      ...game.game,
      venue: numbered(updates),
      ...(!running && { home_score: POINTS + updates, away_score: POINTS / 2, periods: null }),
    },
    events: events?.map((event, index) => (index === 0 ? { ...event, description: numbered(updates) } : event)) ?? null,
  }
}

/** The ids of the teams and players of a source by their external ids. */
const idsOf = async (sql: Sql, source: string): Promise<Map<string, string>> => {
  const rows = await sql<{ external_id: string; id: string }[]>`
    select external_id, id from external_ids where source = ${source} and kind in ('team', 'player')`
  return new Map(rows.map(({ external_id, id }) => [external_id, id]))
}

/**
 * Stores games in progress and final ones. In turn, they are updated and corrected; every fourth update of a game in progress
 * gives its home team and one of its players a new name.
 */
export const openWriter = async (
  core: Core,
  sql: Sql,
  { running, final }: { running: number; final: number },
): Promise<Writer> => {
  const games: Game[] = [
    ...runningGames(running).map((bundle) => ({ bundle, running: true, updates: 0 })),
    ...fullGames(final).map((bundle) => ({ bundle, running: false, updates: 0 })),
  ]
  const committed = new Map<string, number>()
  /** The numbers in the names of teams and players, by external id. */
  const names = new Map<string, number>()
  const nameOf = (externalId: string) => {
    const number = names.get(externalId)
    return number === undefined ? undefined : numbered(number)
  }

  const ingest = async (game: Game): Promise<string> => {
    game.updates += 1
    const result = await core.ingest(withNumber(game, nameOf))
    if (result.outcome === 'refused') throw new Error(`a game is refused: ${JSON.stringify(result)}`)
    committed.set(result.game, game.updates)
    return result.game
  }

  const written: string[] = []
  for (const game of games) written.push(await ingest(game))
  const ids = await idsOf(sql, games[0]?.bundle.source ?? '')

  const teamOf = ({ bundle }: Game) => bundle.home.team.external_id
  const playerOf = ({ bundle }: Game) => bundle.players?.[0]?.external_id ?? ''

  const rename = async (game: Game): Promise<void> => {
    const renamed = [teamOf(game), playerOf(game)]
    for (const externalId of renamed) names.set(externalId, game.updates + 1)
    await ingest(game)
    for (const externalId of renamed) committed.set(ids.get(externalId) ?? '', names.get(externalId) ?? 0)
  }

  const renamedBy = (recordOf: (game: Game) => string) =>
    games.filter((game) => game.running).map((game) => ids.get(recordOf(game)) ?? '')

  let turn = 0
  return {
    games: written,
    teams: renamedBy(teamOf),
    players: renamedBy(playerOf),
    committed,
    points: POINTS,
    write: async () => {
      const game = games[turn % games.length]
      turn += 1
      if (game === undefined) throw new RangeError('there are no games to write')
      if (game.running && game.updates % 4 === 0) await rename(game)
      else await ingest(game)
    },
  }
}
