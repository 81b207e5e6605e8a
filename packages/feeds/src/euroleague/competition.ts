import type { CheckedBundle } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'

const COMPETITIONS: Record<string, { name: string; slug: string }> = {
  E: { name: 'EuroLeague', slug: 'euroleague' },
  U: { name: 'EuroCup', slug: 'eurocup' },
}

/**
 * The competition and season of a season code: E2022 is the EuroLeague of 2022-23, U2022 the EuroCup.
 *
 * @throws {FeedError} for any other code
 */
export const toCompetition = (season_code: string, game: string): Pick<CheckedBundle, 'competition' | 'season'> => {
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
