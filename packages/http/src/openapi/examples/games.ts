import type { Game, GameDetail } from '@basketball-data/core/contract'
import { falcons, herons, league, miners, owls, pilots, season, seasonBefore } from './league.ts'

const northern = { competition: league, season, stage: 'regular' }

/** The game most examples are about. */
export const played: Game = {
  id: 'gm_9wd3f6ka',
  ...northern,
  round: '9',
  date: '2026-11-20',
  tip_off: '2026-11-20T19:30:00Z',
  status: 'final',
  home: falcons,
  away: owls,
  home_score: 84,
  away_score: 79,
  attendance: 6412,
  venue: 'Harbour Hall',
  has: { boxscore: true, playbyplay: true, shots: true },
}

/** The game the Falcons played a week before. */
export const atHerons: Game = {
  ...played,
  id: 'gm_t7h2p0wc',
  round: '8',
  date: '2026-11-13',
  tip_off: '2026-11-13T18:30:00Z',
  home: herons,
  away: falcons,
  home_score: 85,
  away_score: 88,
  attendance: 3120,
  venue: 'Weir Street Hall',
}

/** The one before that. */
export const withPilots: Game = {
  ...played,
  id: 'gm_k3v8d5xn',
  round: '7',
  date: '2026-11-06',
  tip_off: '2026-11-06T19:30:00Z',
  away: pilots,
  home_score: 76,
  away_score: 70,
  attendance: 5986,
}

/** The games of Falcons and Owls in the season before. */
export const lastSpring: Game = {
  ...played,
  id: 'gm_0r6m9qzt',
  season: seasonBefore,
  round: '26',
  date: '2026-03-06',
  tip_off: '2026-03-06T18:00:00Z',
  home: owls,
  away: falcons,
  home_score: 80,
  away_score: 71,
  attendance: 4875,
  venue: 'Lakeside Centre',
}
export const lastAutumn: Game = {
  ...played,
  id: 'gm_y1b4s7jg',
  season: seasonBefore,
  date: '2025-11-14',
  tip_off: '2025-11-14T19:30:00Z',
  home_score: 88,
  away_score: 70,
  attendance: 5540,
}

/** A game not yet played. */
export const scheduled: Game = {
  id: 'gm_4c8xn1ty',
  ...northern,
  round: '10',
  date: '2026-11-27',
  tip_off: '2026-11-27T18:00:00Z',
  status: 'scheduled',
  home: miners,
  away: falcons,
  home_score: null,
  away_score: null,
  attendance: null,
  venue: 'Granite Hill Arena',
  has: { boxscore: false, playbyplay: false, shots: false },
}

export const playedInDetail: GameDetail = {
  ...played,
  periods: { home: [21, 18, 24, 21], away: [19, 23, 17, 20] },
  officials: [
    { name: 'Karin Vogel', role: 'referee' },
    { name: 'Pedro Duarte', role: 'referee' },
    { name: 'Janek Zielinski', role: 'referee' },
    { name: 'Ruth Adler', role: 'commissioner' },
  ],
}
