import { bothSides, type FinalGame } from '../team-game.ts'
import type { Contender } from '../tie-break/criterion.ts'

/** A final game of teams named by letters, `score` like 88-81; `regulation` is the score after 40 minutes, where known. */
export const finalGame = (home: string, away: string, score: string, regulation?: string): FinalGame => {
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

/** The teams of the letters, in their order, each with its games. */
export const contenders = (letters: string, games: FinalGame[]): Contender[] =>
  [...letters].map((id) => ({
    id,
    games: games.flatMap((game) => {
      const { home, away } = bothSides(game)
      return game.home === id ? [home] : game.away === id ? [away] : []
    }),
  }))
