import type { GameBundle } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'

const LEAGUES: Record<string, { name: string; slug: string }> = {
  '00': { name: 'NBA', slug: 'nba' },
  '20': { name: 'NBA G League', slug: 'nba-g-league' },
}

const STAGES: Record<string, string> = {
  1: 'preseason',
  2: 'regular',
  3: 'all-star',
  4: 'playoffs',
  5: 'play-in',
  // The only cup game that is not in the standings: the other cup games are part of the regular season.
  6: 'cup-final',
}

const ROUNDS: Record<string, string> = {
  1: 'First Round',
  2: 'Conference Semifinals',
  3: 'Conference Finals',
  4: 'NBA Finals',
}

/** The parts of a game id; `round` is undefined if the id has none. */
export type GameOfId = Pick<GameBundle, 'competition' | 'season'> & {
  stage: string | null
  round: string | undefined
}

/** The start year of a season from its last two digits; the first season is 1946-47. */
const startYearOf = (digits: string): number => Number(digits) + (Number(digits) < 46 ? 2000 : 1900)

/**
 * Reads a game id: "0042500121" is the NBA (00), play-offs (4) of 2025-26 (25), first round (third last digit).
 *
 * @throws {FeedError} if the id is not one of the NBA (00) or its G League (20)
 */
export const gameOfId = (id: string): GameOfId => {
  const [, league = '', type = '', year = '', number = ''] = /^(\d\d)(\d)(\d\d)(\d{5})$/.exec(id) ?? []
  const names = LEAGUES[league]
  if (!names) throw new FeedError(id, 'no game id of the NBA (00, ten digits) or the G League (20)')
  const start_year = startYearOf(year)
  return {
    competition: {
      external_id: league,
      ...names,
      country: 'United States',
      gender: 'men',
      kind: 'league',
      time_zone: 'America/New_York',
      regulation_minutes: 48,
      tie_break: 'nba',
    },
    season: {
      external_id: `${league}_${start_year}`,
      name: `${start_year}-${String((start_year + 1) % 100).padStart(2, '0')}`,
      start_year,
    },
    stage: STAGES[type] ?? null,
    round: league === '00' && type === '4' ? ROUNDS[number.charAt(2)] : undefined,
  }
}
