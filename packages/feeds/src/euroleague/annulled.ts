import { NO_SCORE } from '../facts.ts'
import type { Outcome, Sections } from '../game-parts.ts'
import type { Teams } from '../sides.ts'

/** Clubs whose every result of a season the league annulled; their games are still in the feed, unmarked. */
const CLUBS: Readonly<Record<string, readonly string[]>> = {
  // CSKA Moscow, UNICS Kazan and Zenit St Petersburg, shut out in the middle of the season.
  E2021: ['CSK', 'UNK', 'DYR'],
}

/** The clubs of a game, by their codes, whose results are annulled; [] for every other game. */
export const annulledClubs = (season_code: string, { home, away }: Teams): string[] =>
  (CLUBS[season_code] ?? []).filter((club) => club === home || club === away)

const NO_SHEET = { totals: null, players: null }

/** What is left of a game of such clubs. All is null and not left out, so that what was stored of it goes. */
export const annulledGame = (clubs: string[]): { outcome: Outcome; sections: Sections } => ({
  outcome: {
    game: { status: 'no_result', ...NO_SCORE, periods: null },
    notes: [
      {
        code: 'annulled',
        message: `The league annulled every result of ${clubs.join(' and ')} in this season; score, box score, events and shots are left out.`,
      },
    ],
  },
  sections: { home: NO_SHEET, away: NO_SHEET, players: [], events: null, shots: null, notes: [] },
})
