import type { Competition, Season, Team, TeamDetail } from '@basketball-data/core/contract'
import { falcons, league, season, seasonBefore } from './league.ts'

export const competition: Competition = {
  ...league,
  slug: 'northern-league',
  country: null,
  gender: 'men',
  kind: 'league',
  seasons: 2,
  first_season: '2025-26',
  last_season: '2026-27',
  games: 612,
}

export const seasons: Season[] = [
  {
    ...season,
    start_year: 2026,
    competition: league,
    games: 306,
    first_date: '2026-09-29',
    last_date: '2027-04-16',
  },
  {
    ...seasonBefore,
    start_year: 2025,
    competition: league,
    games: 306,
    first_date: '2025-09-30',
    last_date: '2026-04-17',
  },
]

export const team: Team = { ...falcons, country: 'Norway', games: 68 }

export const teamDetail: TeamDetail = {
  ...falcons,
  country: 'Norway',
  city: 'Harbour',
  arena: 'Harbour Hall',
  arena_capacity: 7800,
  founded: 1962,
  coaches: [
    { name: 'Sara Lund', from: 2024, to: null },
    { name: 'Piotr Malik', from: 2019, to: 2024 },
  ],
  competitions: [
    {
      ...league,
      seasons: [
        { ...season, games: 34 },
        { ...seasonBefore, games: 34 },
      ],
    },
  ],
}
