import { isCounted, type Game } from './history.ts'
import { recountMinGames } from './season-totals.ts'

/** The counts of one team in a season. */
export type TeamCounts = {
  games: number
  final_games: number
  no_result_games: number
  counted_games: number
  regular_games: number
}

/** The counts of one day in a season. */
export type DayCounts = { games: number; final_games: number; no_result_games: number }

const NONE = { games: 0, final_games: 0, no_result_games: 0 }

/** The counts with one more game. */
const counting = <Counts extends DayCounts>(before: Counts, { status }: Game): Counts => ({
  ...before,
  games: before.games + 1,
  final_games: before.final_games + (status === 'final' ? 1 : 0),
  no_result_games: before.no_result_games + (status === 'no_result' ? 1 : 0),
})

/** Counts of a season, of its days and of its teams, from its games. @param games newest first */
export const recountCounts = (games: readonly Game[]) => {
  const teams = new Map<string, TeamCounts>()
  const days = new Map<string, DayCounts>()
  let counts = { ...NONE, box_scores: 0 }
  for (const game of games) {
    const final = game.status === 'final'
    const counted = game.has_boxscore && isCounted(game)
    counts = counting(counts, game)
    days.set(game.date, counting(days.get(game.date) ?? NONE, game))
    if (final && game.has_boxscore) counts.box_scores += 1
    for (const team of [game.home_team_id, game.away_team_id]) {
      const before = teams.get(team) ?? { ...NONE, counted_games: 0, regular_games: 0 }
      const counted_games = before.counted_games + (counted ? 1 : 0)
      const regular = counted && (game.stage === 'regular' || game.stage === null)
      const regular_games = before.regular_games + (regular ? 1 : 0)
      teams.set(team, { ...counting(before, game), counted_games, regular_games })
    }
  }
  const [last, first] = [games[0]?.date ?? null, games.at(-1)?.date ?? null]
  const listed = [...teams.values()]
  const regular = listed.map(({ regular_games }) => regular_games)
  const min_games = recountMinGames(
    regular.some((each) => each > 0) ? regular : listed.map(({ counted_games }) => counted_games),
  )
  return { season: { ...counts, first_date: first, last_date: last, min_games }, days, teams }
}
