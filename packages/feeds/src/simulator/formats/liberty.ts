import { FORTY_EIGHT_MINUTES } from '../game/rules.ts'
import type { Format } from './format.ts'

/** A 48-minute league with preseason, an all-star game, play-in and play-offs. */
export const LIBERTY: Format = {
  competition: {
    external_id: 'L2',
    name: 'Liberty Basketball Circuit',
    slug: 'liberty-basketball-circuit',
    country: 'United States',
    gender: 'men',
    kind: 'league',
    time_zone: 'America/New_York',
    regulation_minutes: 48,
    tie_break: 'nba',
  },
  rules: FORTY_EIGHT_MINUTES,
  opening: { months: -2, date: 15 },
  gender: 'men',
  home_share: 0.75,
  documented: true,
  tip_offs: ['19:00', '19:30', '20:00', '21:30'],
  play_by_play: true,
  referees: 3,
  commissioner: false,
  capacity: 17_500,
  neutral_venue: 'Liberty Gardens',
  regular: {
    meetings: 4,
    weeks: [
      [0, 0, 0, 1, 1, 2],
      [3, 4, 4, 4, 5, 6],
    ],
    incidents: { 2: 'called off', 5: 'late report', 7: 'behind closed doors' },
    postponed_to_week: 21,
    transfers_week: 3,
  },
  preseason: [1, 2, 3, 4, 5, 6],
  all_star_week: 10,
  play_in_week: 22,
  qualifiers: 8,
  knockout: [
    { stage: 'playoffs', name: 'First round', week: 23, weekday: 1, best_of: 5, staggered: true },
    { stage: 'playoffs', name: 'Semi-finals', week: 25, weekday: 1, best_of: 5, staggered: true },
    { stage: 'playoffs', name: 'Finals', week: 27, weekday: 1, best_of: 7 },
  ],
}
