import type { Format } from './format.ts'
import { MERIDIAN } from './meridian.ts'

/** Clubs of a further league. */
export const FURTHER_CLUBS = 16

/** A further league, of which a world can have any number to reach a number of games. */
export const furtherLeague = (number: number): Format => ({
  ...MERIDIAN,
  competition: {
    external_id: `L${number}`,
    name: `National League ${number}`,
    slug: `national-league-${number}`,
    country: 'United Kingdom',
    gender: 'men',
    kind: 'league',
    time_zone: 'Europe/Paris',
  },
  capacity: 4_000,
  regular: { meetings: 2, weeks: [[1, 1, 2, 3, 4, 4, 5, 6]], incidents: {}, postponed_to_week: 28, transfers_week: 4 },
  knockout: [
    { stage: 'playoffs', name: 'Quarter-finals', week: 31, weekday: 1, best_of: 3, staggered: true },
    { stage: 'playoffs', name: 'Semi-finals', week: 33, weekday: 1, best_of: 5, staggered: true },
    { stage: 'playoffs', name: 'Finals', week: 35, weekday: 1, best_of: 5 },
  ],
})
