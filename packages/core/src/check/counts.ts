import { isCountedStage } from './parts.ts'
import { recountMinGames } from './players.ts'
import type { GameRow } from './queries.ts'

/** The counts of one team in a season. */
export type TeamCounts = { games: number; counted_games: number }

/** Counts of a season and of its teams, from its games. @param games newest first */
export const recountCounts = (games: readonly GameRow[]) => {
  const teams = new Map<string, TeamCounts>()
  const counts = { games: games.length, final_games: 0, box_scores: 0 }
  for (const game of games) {
    const final = game.status === 'final'
    const counted = final && game.has_boxscore && isCountedStage(game.stage)
    if (final) counts.final_games += 1
    if (final && game.has_boxscore) counts.box_scores += 1
    for (const team of [game.home_team_id, game.away_team_id]) {
      const before = teams.get(team) ?? { games: 0, counted_games: 0 }
      teams.set(team, { games: before.games + 1, counted_games: before.counted_games + (counted ? 1 : 0) })
    }
  }
  const [last, first] = [games[0]?.date ?? null, games.at(-1)?.date ?? null]
  const min_games = recountMinGames([...teams.values()].map(({ counted_games }) => counted_games))
  return { season: { ...counts, first_date: first, last_date: last, min_games }, teams }
}
