import type { GameBundle } from '@basketball-data/core/contract'
import { NO_SCORE } from '../facts.ts'
import { FeedError } from '../feed.ts'
import type { Outcome, Sections, Teams } from '../game-parts.ts'

const COMPETITIONS: Record<string, { name: string; slug: string }> = {
  E: { name: 'EuroLeague', slug: 'euroleague' },
  U: { name: 'EuroCup', slug: 'eurocup' },
}

/**
 * The competition and season of a season code: E2022 is the EuroLeague of 2022-23, U2022 the EuroCup.
 *
 * @throws {FeedError} for any other code
 */
export const competitionOf = (season_code: string, game: string): Pick<GameBundle, 'competition' | 'season'> => {
  const [, letter = '', year = ''] = /^([A-Z])(\d{4})$/.exec(season_code) ?? []
  const names = COMPETITIONS[letter]
  if (!names) throw new FeedError(game, `season code "${season_code}" must be E or U and a year, like E2022`)
  const start_year = Number(year)
  return {
    competition: {
      external_id: letter,
      ...names,
      country: null,
      gender: 'men',
      kind: 'league',
      time_zone: 'Europe/Madrid',
      regulation_minutes: 40,
      tie_break: 'euroleague',
    },
    season: {
      external_id: season_code,
      name: `${year}-${String((start_year + 1) % 100).padStart(2, '0')}`,
      start_year,
    },
  }
}

/** Clubs whose results of a season were all annulled by the league. The feed still has their games as usual. */
const CLUBS: Readonly<Record<string, readonly string[]>> = {
  // CSKA Moscow, UNICS Kazan and Zenit St Petersburg were excluded during the season.
  E2021: ['CSK', 'UNK', 'DYR'],
}

/** The codes of the clubs of a game whose results are annulled; usually none. */
export const annulledClubs = (season_code: string, { home, away }: Teams): string[] =>
  (CLUBS[season_code] ?? []).filter((club) => club === home || club === away)

const NO_SHEET = { totals: null, players: null }

/** A game of such clubs. Its parts are null instead of undefined, so that stored ones are deleted. */
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
