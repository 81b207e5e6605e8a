import { outcomeOf, type Dated, type Outcome } from './records.ts'

/** How a game that counts for a table ended. */
export type Result = {
  /** Team ids. */
  home: string
  away: string
  home_score: number
  away_score: number
  /** Score before any overtime; null where the periods are unknown, and then the final score stands in. */
  home_regulation_score: number | null
  away_regulation_score: number | null
}

/** A game that counts for a table, with its final score. */
export type FinalGame = Dated & Result

/** A game seen from one team's side. */
export type TeamGame = Outcome & {
  /** Id of the other team. */
  opponent: string
  /** Points without those of overtimes. */
  regulation_for: number
  regulation_against: number
}

/** The game from the home team's side and from the away team's. */
export const bothSides = (game: Result): { home: TeamGame; away: TeamGame } => {
  const { home_regulation_score, away_regulation_score } = game
  const known = home_regulation_score !== null && away_regulation_score !== null
  const [home, away] = known ? [home_regulation_score, away_regulation_score] : [game.home_score, game.away_score]
  return {
    home: {
      ...outcomeOf('home', game),
      opponent: game.away,
      regulation_for: home,
      regulation_against: away,
    },
    away: {
      ...outcomeOf('away', game),
      opponent: game.home,
      regulation_for: away,
      regulation_against: home,
    },
  }
}
