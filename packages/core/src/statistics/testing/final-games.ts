import type { ForfeitWinner } from '../../contract/index.ts'
import { bothSides, type FinalGame } from '../records.ts'
import type { TeamWithGames } from '../criteria.ts'

/** A game with a final score. */
type ScoredGame = FinalGame & { home_score: number; away_score: number }

/** A final game with a score like 88-81; `regulation` is the score before overtime, if known. */
export const finalGame = (home: string, away: string, score: string, regulation?: string): ScoredGame => {
  const [home_score = 0, away_score = 0] = score.split('-').map(Number)
  const [home_regulation_score = null, away_regulation_score = null] = regulation?.split('-').map(Number) ?? []
  return {
    id: `${home}-${away} ${score}`,
    date: '2026-11-20',
    tip_off: null,
    home,
    away,
    home_score,
    away_score,
    home_regulation_score,
    away_regulation_score,
  }
}

/** A game decided by forfeit. */
export const forfeitedGame = (home: string, away: string, forfeit_winner: ForfeitWinner): FinalGame => ({
  ...finalGame(home, away, ''),
  id: `${home}-${away} ${forfeit_winner}`,
  home_score: null,
  away_score: null,
  forfeit_winner,
})

/** The teams whose ids are these letters, in this order, with their games. Conferences and divisions are unknown by default. */
export const teamsWithGames = (
  letters: string,
  games: FinalGame[],
  getGroups: (id: string) => { group: string; division: string } | undefined = () => undefined,
): TeamWithGames[] =>
  [...letters].map((id) => ({
    id,
    ...(getGroups(id) ?? { group: null, division: null }),
    games: games.flatMap((game) => {
      const { home, away } = bothSides(game)
      return game.home === id ? [home] : game.away === id ? [away] : []
    }),
  }))
