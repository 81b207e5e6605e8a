import type { GameBundle } from '../ingest/game-bundle.ts'
import type { Opening } from './calendar.ts'
import { FORTY_EIGHT_MINUTES, FORTY_MINUTES, WOMEN, type Rules } from './game/rules.ts'
import type { Gender } from './world/names.ts'

/** What befalls one game of a round. */
export type Incident =
  | 'called off'
  | 'abandoned'
  | 'postponed'
  | 'late report'
  | 'behind closed doors'
  | 'double overtime'

/** The part of a season in which every team meets every other. */
export type RegularSeason = {
  /** How often two teams meet. */
  meetings: 2 | 4
  /** For each round of a week the days of its games, Monday 0. A week has as many rounds as this has rows. */
  weeks: readonly (readonly number[])[]
  /** By the number of the round; all lie before today whatever the day, save the new date of a postponed game. */
  incidents: Readonly<Record<number, Incident>>
  /** The week to whose Monday a postponed game moves; always after today in the season in progress. */
  postponed_to_week: number
  /** The week on whose Monday players change clubs. */
  transfers_week: number
}

/** A round of series in which half of those left drop out. */
export type KnockoutRound = {
  stage: string | null
  name: string
  /** Weeks since the first Monday of the season. */
  week: number
  /** Day of the first game, Monday 0; every other day from then on. */
  weekday: number
  best_of: 1 | 3 | 5 | 7
  /** Whether every other series is played a day later. */
  staggered?: true
  /** Whether it is played at the neutral venue of the competition. */
  neutral?: true
  /** Whether the losers of the round before play for third place on the same day. */
  third_place?: true
}

/** How a competition is played and what is recorded of it. */
export type Format = {
  competition: GameBundle['competition']
  rules: Rules
  opening: Opening
  gender: Gender
  /** Share of players from the country of their club, a fraction. */
  home_share: number
  /** Whether country, height and birth date of players are on record. */
  documented: boolean
  /** Local times at which games begin; empty where they are not announced. */
  tip_offs: readonly string[]
  /** Whether play-by-play and shots are recorded. */
  play_by_play: boolean
  /** How many referees are named, 0 where none is. */
  referees: number
  commissioner: boolean
  capacity: number
  neutral_venue: string
  regular: RegularSeason | null
  /** Days of the preseason games of a week, Monday 0, for two weeks before the first Monday; empty for none. */
  preseason: readonly number[]
  /** The week on whose Sunday the all-stars meet. */
  all_star_week: number | null
  /** The week in which the seventh to tenth play for the last two places in the first knock-out round. */
  play_in_week: number | null
  /** Teams in the first knock-out round. */
  qualifiers: number
  knockout: readonly KnockoutRound[]
}

const MERIDIAN: Format = {
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
    weeks: [[1, 1, 2, 3, 3, 4, 4, 5, 6]],
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

const LIBERTY: Format = {
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

const AZUR: Format = {
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

const CUP: Format = {
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

const TROPHY: Format = {
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

/** The five competitions of every world. */
export const FORMATS = { meridian: MERIDIAN, liberty: LIBERTY, azur: AZUR, cup: CUP, trophy: TROPHY }

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
