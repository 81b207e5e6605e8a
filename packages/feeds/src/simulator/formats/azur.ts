import { WOMEN } from '../game/rules.ts'
import type { Format } from './format.ts'

/** A women's league of which there is neither play-by-play nor shots. */
export const AZUR: Format = {
  competition: {
    external_id: 'L3',
    name: 'Ligue Azur Féminine',
    slug: 'ligue-azur-feminine',
    country: 'France',
    gender: 'women',
    kind: 'league',
    time_zone: 'Europe/Paris',
    regulation_minutes: 40,
    tie_break: 'simple',
  },
  rules: WOMEN,
  opening: { months: -1, date: 1 },
  gender: 'women',
  home_share: 0.6,
  documented: true,
  tip_offs: ['15:30', '17:00', '18:30', '20:00'],
  play_by_play: false,
  referees: 2,
  commissioner: false,
  capacity: 2_800,
  neutral_venue: 'Palais Azur',
  regular: {
    meetings: 2,
    weeks: [[5, 5, 5, 6, 6, 6]],
    incidents: { 1: 'abandoned', 2: 'late report' },
    postponed_to_week: 20,
    transfers_week: 2,
  },
  preseason: [],
  all_star_week: null,
  play_in_week: null,
  qualifiers: 4,
  knockout: [
    { stage: 'playoffs', name: 'Demi-finales', week: 23, weekday: 2, best_of: 3, staggered: true },
    { stage: 'playoffs', name: 'Finale', week: 25, weekday: 2, best_of: 5 },
  ],
}
