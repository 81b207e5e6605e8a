import type { CheckedBundle } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'

/** A league, and how it names the season that starts in a year. */
type League = {
  competition: Omit<CheckedBundle['competition'], 'external_id'>
  seasonName: (startYear: number) => string
}

/** "2025-26", of a season that ends in the next year. */
const twoYears = (startYear: number): string => `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`

const SHARED = {
  country: 'United States',
  kind: 'league',
  time_zone: 'America/New_York',
} as const

const LEAGUES: Readonly<Record<string, League>> = {
  '00': {
    competition: {
      ...SHARED,
      name: 'NBA',
      slug: 'nba',
      gender: 'men',
      regulation_minutes: 48,
      tie_break: 'nba',
    },
    seasonName: twoYears,
  },
  '10': {
    competition: {
      ...SHARED,
      name: 'WNBA',
      slug: 'wnba',
      gender: 'women',
      regulation_minutes: 40,
      tie_break: 'wnba',
    },
    seasonName: String,
  },
  '20': {
    competition: {
      ...SHARED,
      name: 'NBA G League',
      slug: 'nba-g-league',
      gender: 'men',
      regulation_minutes: 48,
      tie_break: 'nba',
    },
    seasonName: twoYears,
  },
}

/** Other competitions with game ids of this form, for messages. */
const NOT_READ: Readonly<Record<string, string>> = {
  '13': 'the California Classic',
  '14': 'the Orlando Summer League',
  '15': 'the Las Vegas Summer League',
  '16': 'the Utah Summer League',
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

/** Stages that these leagues leave out of the statistics of the regular season and of the play-offs. */
const UNCOUNTED = new Set(['play-in', 'cup-final'])

/** The parts of a game id; `round` is undefined if the id has none. */
export type ParsedGameId = Pick<CheckedBundle, 'competition' | 'season'> & {
  stage: string | null
  counts_in_statistics: boolean
  round: string | undefined
}

/** The start year of a season from its last two digits; the first season is 1946-47. */
const parseStartYear = (digits: string): number => Number(digits) + (Number(digits) < 46 ? 2000 : 1900)

/** The first season of the WNBA with four quarters; earlier games had two halves of 20 minutes. */
const FIRST_WNBA_QUARTERS = 2006

/** The minutes of a game of a league without overtime, by the id of the game. */
export const regulationMinutes = (id: string): number => LEAGUES[id.slice(0, 2)]?.competition.regulation_minutes ?? 48

/**
 * Reads a game id: "0042500121" is the NBA (00), play-offs (4) of 2025-26 (25), first round (third last digit).
 *
 * @throws {FeedError} if the id is not one of the NBA (00), the WNBA (10) or the G League (20), or is of a WNBA game in halves
 */
export const parseGameId = (id: string): ParsedGameId => {
  const [, code = '', type = '', year = '', number = ''] = /^(\d\d)(\d)(\d\d)(\d{5})$/.exec(id) ?? []
  const league = LEAGUES[code]
  if (!league) {
    const other = NOT_READ[code]
    const expected = 'expected ten digits that begin with 00 (NBA), 10 (WNBA) or 20 (G League)'
    throw new FeedError(id, other ? `a game of ${other}, which is not read; ${expected}` : `no game id; ${expected}`)
  }
  const start_year = parseStartYear(year)
  if (league.competition.slug === 'wnba' && start_year < FIRST_WNBA_QUARTERS)
    throw new FeedError(id, 'a WNBA game in two halves; games are read from the season 2006, the first with quarters')
  const stage = STAGES[type] ?? null
  return {
    competition: { external_id: code, ...league.competition },
    season: { external_id: `${code}_${start_year}`, name: league.seasonName(start_year), start_year },
    stage,
    counts_in_statistics: stage === null || !UNCOUNTED.has(stage),
    round: code === '00' && type === '4' ? ROUNDS[number.charAt(2)] : undefined,
  }
}
