import type { Format } from './format.ts'
import { MERIDIAN } from './meridian.ts'

/** A friendly tournament over one weekend, of which little is announced. */
export const TROPHY: Format = {
  ...MERIDIAN,
  competition: {
    external_id: 'L5',
    name: 'Harbour Trophy',
    slug: 'harbour-trophy',
    country: null,
    gender: 'men',
    kind: 'friendly',
  },
  opening: { months: -4, date: 15 },
  tip_offs: [],
  play_by_play: false,
  referees: 0,
  commissioner: false,
  neutral_venue: 'Harbour Hall',
  regular: null,
  qualifiers: 4,
  knockout: [
    { stage: null, name: 'Semi-finals', week: 0, weekday: 5, best_of: 1, neutral: true },
    { stage: null, name: 'Final', week: 0, weekday: 6, best_of: 1, neutral: true, third_place: true },
  ],
}
