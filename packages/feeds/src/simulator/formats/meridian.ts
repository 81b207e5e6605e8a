import { FORTY_MINUTES } from '../game/rules.ts'
import type { Format } from './format.ts'

/** An international league of 18 clubs, home and away, with play-offs and a final four. */
export const MERIDIAN: Format = {
  competition: {
    external_id: 'L1',
    name: 'Meridian League',
    slug: 'meridian-league',
    country: null,
    gender: 'men',
    kind: 'league',
    time_zone: 'Europe/Paris',
    regulation_minutes: 40,
    tie_break: 'euroleague',
  },
  rules: FORTY_MINUTES,
  opening: { months: -3, date: 1 },
  gender: 'men',
  home_share: 0.45,
  documented: true,
  tip_offs: ['18:00', '19:00', '20:00', '20:30', '20:45', '21:00'],
  play_by_play: true,
  referees: 3,
  commissioner: true,
  capacity: 11_000,
  neutral_venue: 'Meridian Dome',
  regular: {
    meetings: 2,
    // Mondays stay free for the cup and for postponed games.
    weeks: [[1, 2, 2, 3, 3, 4, 4, 5, 6]],
    incidents: {
      3: 'called off',
      4: 'behind closed doors',
      6: 'double overtime',
      7: 'abandoned',
      9: 'postponed',
      11: 'late report',
    },
    postponed_to_week: 28,
    transfers_week: 4,
  },
  preseason: [],
  all_star_week: null,
  play_in_week: null,
  qualifiers: 8,
  knockout: [
    { stage: 'playoffs', name: 'Quarter-finals', week: 35, weekday: 1, best_of: 5, staggered: true },
    { stage: 'final four', name: 'Semi-finals', week: 38, weekday: 4, best_of: 1, neutral: true },
    { stage: 'final four', name: 'Final', week: 38, weekday: 6, best_of: 1, neutral: true, third_place: true },
  ],
}
