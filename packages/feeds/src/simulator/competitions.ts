import type { Format, Rules } from './format.ts'
import { FIBA_COURT, NBA_COURT } from './game/court.ts'

const FIBA_RULES: Rules = {
  regulationMinutes: 40,
  foulLimit: 5,
  timeouts: { 1: 2, 3: 3 },
  court: FIBA_COURT,
  pace: 15.8,
  shooting: 0,
  freeThrows: 'at free throw',
  heldBalls: 'alternating possession',
  countsTeamRebounds: true,
}

const NBA_RULES: Rules = {
  regulationMinutes: 48,
  foulLimit: 6,
  timeouts: { 1: 7 },
  court: NBA_COURT,
  pace: 13.8,
  shooting: 0.002,
  freeThrows: 'at foul',
  heldBalls: 'jump ball',
  countsTeamRebounds: false,
}

type Competition = Format['competition']

/** A men's league by FIBA's rules, unless `other` says otherwise. */
const competition = (external_id: string, name: string, other: Partial<Competition> = {}): Competition => ({
  external_id,
  name,
  slug: name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-'),
  country: null,
  gender: 'men',
  kind: 'league',
  time_zone: undefined,
  regulation_minutes: 40,
  tie_break: 'simple',
  ...other,
})

/** An international league of 18 clubs, home and away, with playoffs and a final four. */
export const MERIDIAN: Format = {
  competition: competition('L1', 'Meridian League', { time_zone: 'Europe/Paris', tie_break: 'euroleague' }),
  rules: FIBA_RULES,
  seasonStart: { months: -3, date: 1 },
  domesticShare: 0.45,
  publishesProfiles: true,
  tipOffs: ['18:00', '19:00', '20:00', '20:30', '20:45', '21:00'],
  playByPlay: true,
  referees: 3,
  commissioner: true,
  capacity: 11_000,
  neutralVenue: 'Meridian Dome',
  regular: {
    meetings: 2,
    // Mondays are for the cup and for postponed games.
    weeks: [[1, 2, 2, 3, 3, 4, 4, 5, 6]],
    incidents: {
      3: 'called off',
      4: 'behind closed doors',
      6: 'double overtime',
      7: 'abandoned',
      9: 'postponed',
      11: 'late report',
    },
    postponedToWeek: 28,
    transfersWeek: 4,
  },
  preseason: [],
  allStarWeek: null,
  playInWeek: null,
  qualifiers: 8,
  knockout: [
    { stage: 'playoffs', name: 'Quarter-finals', week: 35, weekday: 1, bestOf: 5, staggered: true },
    { stage: 'final four', name: 'Semi-finals', week: 38, weekday: 4, bestOf: 1, neutral: true },
    { stage: 'final four', name: 'Final', week: 38, weekday: 6, bestOf: 1, neutral: true, thirdPlace: true },
  ],
}

/** A 48-minute league with a preseason, an all-star game, a play-in and playoffs. */
export const LIBERTY: Format = {
  competition: competition('L2', 'Liberty Basketball Circuit', {
    country: 'United States',
    time_zone: 'America/New_York',
    regulation_minutes: 48,
    tie_break: 'nba',
  }),
  rules: NBA_RULES,
  seasonStart: { months: -2, date: 15 },
  domesticShare: 0.75,
  publishesProfiles: true,
  tipOffs: ['19:00', '19:30', '20:00', '21:30'],
  playByPlay: true,
  referees: 3,
  commissioner: false,
  capacity: 17_500,
  neutralVenue: 'Liberty Gardens',
  regular: {
    meetings: 4,
    weeks: [
      [0, 0, 0, 1, 1, 2],
      [3, 4, 4, 4, 5, 6],
    ],
    incidents: { 2: 'called off', 5: 'late report', 7: 'behind closed doors' },
    postponedToWeek: 21,
    transfersWeek: 3,
  },
  preseason: [1, 2, 3, 4, 5, 6],
  allStarWeek: 10,
  playInWeek: 22,
  qualifiers: 8,
  knockout: [
    { stage: 'playoffs', name: 'First round', week: 23, weekday: 1, bestOf: 5, staggered: true },
    { stage: 'playoffs', name: 'Semi-finals', week: 25, weekday: 1, bestOf: 5, staggered: true },
    { stage: 'playoffs', name: 'Finals', week: 27, weekday: 1, bestOf: 7 },
  ],
}

/** A women's league without play-by-play and shots. */
export const AZUR: Format = {
  competition: competition('L3', 'Ligue Azur Féminine', {
    country: 'France',
    gender: 'women',
    time_zone: 'Europe/Paris',
  }),
  rules: { ...FIBA_RULES, shooting: -0.035 },
  seasonStart: { months: -1, date: 1 },
  domesticShare: 0.6,
  publishesProfiles: true,
  tipOffs: ['15:30', '17:00', '18:30', '20:00'],
  playByPlay: false,
  referees: 2,
  commissioner: false,
  capacity: 2_800,
  neutralVenue: 'Palais Azur',
  regular: {
    meetings: 2,
    weeks: [[5, 5, 5, 6, 6, 6]],
    incidents: { 1: 'abandoned', 2: 'late report' },
    postponedToWeek: 20,
    transfersWeek: 2,
  },
  preseason: [],
  allStarWeek: null,
  playInWeek: null,
  qualifiers: 4,
  knockout: [
    { stage: 'playoffs', name: 'Demi-finales', week: 23, weekday: 2, bestOf: 3, staggered: true },
    { stage: 'playoffs', name: 'Finale', week: 25, weekday: 2, bestOf: 5 },
  ],
}

/** A knockout cup without stages, for clubs of the international league and smaller ones. */
export const CUP: Format = {
  ...MERIDIAN,
  competition: competition('L4', 'Meridian Cup', { kind: 'cup', time_zone: 'Europe/Paris' }),
  publishesProfiles: false,
  commissioner: false,
  capacity: 3_000,
  regular: null,
  qualifiers: 16,
  knockout: [
    { stage: null, name: 'Round of 16', week: 6, weekday: 0, bestOf: 1 },
    { stage: null, name: 'Quarter-finals', week: 10, weekday: 0, bestOf: 1 },
    { stage: null, name: 'Semi-finals', week: 29, weekday: 0, bestOf: 1 },
    { stage: null, name: 'Final', week: 32, weekday: 0, bestOf: 1, neutral: true },
  ],
}

/** A friendly tournament on one weekend; tip-off times and referees are not published. */
export const TROPHY: Format = {
  ...MERIDIAN,
  competition: competition('L5', 'Harbour Trophy', { kind: 'friendly' }),
  seasonStart: { months: -4, date: 15 },
  tipOffs: [],
  playByPlay: false,
  referees: 0,
  commissioner: false,
  neutralVenue: 'Harbour Hall',
  regular: null,
  qualifiers: 4,
  knockout: [
    { stage: null, name: 'Semi-finals', week: 0, weekday: 5, bestOf: 1, neutral: true },
    { stage: null, name: 'Final', week: 0, weekday: 6, bestOf: 1, neutral: true, thirdPlace: true },
  ],
}

/** Friendly games of the clubs of the international league, played on demand beyond the schedule. */
export const FRIENDLIES: Format = {
  ...MERIDIAN,
  competition: competition('F1', 'Meridian Friendlies', { kind: 'friendly' }),
  tipOffs: [],
  regular: null,
  qualifiers: 0,
  knockout: [],
}

/** Clubs of a national league. */
export const NATIONAL_LEAGUE_CLUBS = 16

/** One of the national leagues that a world adds until it has the requested number of games. */
export const nationalLeague = (number: number): Format => ({
  ...MERIDIAN,
  competition: competition(`L${number}`, `National League ${number}`, {
    country: 'United Kingdom',
    time_zone: 'Europe/Paris',
  }),
  capacity: 4_000,
  regular: { meetings: 2, weeks: [[1, 1, 2, 3, 4, 4, 5, 6]], incidents: {}, postponedToWeek: 28, transfersWeek: 4 },
  knockout: [
    { stage: 'playoffs', name: 'Quarter-finals', week: 31, weekday: 1, bestOf: 3, staggered: true },
    { stage: 'playoffs', name: 'Semi-finals', week: 33, weekday: 1, bestOf: 5, staggered: true },
    { stage: 'playoffs', name: 'Finals', week: 35, weekday: 1, bestOf: 5 },
  ],
})
