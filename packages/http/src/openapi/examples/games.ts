import type { Game, GameDetail } from '@basketball-data/core/contract'
import { falcons, league, miners, owls, season } from './league.ts'

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
