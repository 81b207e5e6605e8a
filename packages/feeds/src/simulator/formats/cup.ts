import type { Format } from './format.ts'
import { MERIDIAN } from './meridian.ts'

/** A knock-out cup without named stages, for clubs of the international league and smaller ones. */
export const CUP: Format = {
  ...MERIDIAN,
  competition: {
    external_id: 'L4',
    name: 'Meridian Cup',
    slug: 'meridian-cup',
    country: null,
    gender: 'men',
    kind: 'cup',
    time_zone: 'Europe/Paris',
  },
  documented: false,
  play_by_play: true,
  referees: 3,
  commissioner: false,
  capacity: 3_000,
  regular: null,
  qualifiers: 16,
  knockout: [
    { stage: null, name: 'Round of 16', week: 6, weekday: 0, best_of: 1 },
    { stage: null, name: 'Quarter-finals', week: 10, weekday: 0, best_of: 1 },
    { stage: null, name: 'Semi-finals', week: 29, weekday: 0, best_of: 1 },
    { stage: null, name: 'Final', week: 32, weekday: 0, best_of: 1, neutral: true },
  ],
}
