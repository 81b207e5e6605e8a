import { z } from 'zod'
import { Flag, listSchema, Numeral, Padded, sameFields, type StatColumns } from '../schemas.ts'

/** A text as the feed writes it: trimmed, and '' for "N/D", which stands for "not available" in any field. */
export const availableText = (text: string): string => (/^N\/D$/i.test(text.trim()) ? '' : text.trim())

/** A text field. */
export const Text = Padded.transform(availableText)

/** The Header response: names are in capitals, the scores of quarters are running totals. */
export const HeaderResponse = z.object({
  Live: Flag,
  Round: Text,
  Date: Text,
  Hour: Text,
  Stadium: Text,
  Capacity: Numeral,
  TeamA: Text,
  TeamB: Text,
  CodeTeamA: Text,
  CodeTeamB: Text,
  CoachA: Text,
  CoachB: Text,
  ScoreA: Numeral,
  ScoreB: Numeral,
  ScoreQuarter1A: Numeral,
  ScoreQuarter2A: Numeral,
  ScoreQuarter3A: Numeral,
  ScoreQuarter4A: Numeral,
  ScoreExtraTimeA: Numeral,
  ScoreQuarter1B: Numeral,
  ScoreQuarter2B: Numeral,
  ScoreQuarter3B: Numeral,
  ScoreQuarter4B: Numeral,
  ScoreExtraTimeB: Numeral,
  Phase: Text,
  PhaseReducedName: Text,
  Referee1: Text,
  Referee2: Text,
  Referee3: Text,
})
export type HeaderResponse = z.output<typeof HeaderResponse>

/** The columns of a box score, in the feed's spelling. */
export const COLUMNS = {
  points: 'Points',
  two_made: 'FieldGoalsMade2',
  two_attempted: 'FieldGoalsAttempted2',
  three_made: 'FieldGoalsMade3',
  three_attempted: 'FieldGoalsAttempted3',
  free_throws_made: 'FreeThrowsMade',
  free_throws_attempted: 'FreeThrowsAttempted',
  offensive_rebounds: 'OffensiveRebounds',
  defensive_rebounds: 'DefensiveRebounds',
  rebounds: 'TotalRebounds',
  assists: 'Assistances',
  steals: 'Steals',
  turnovers: 'Turnovers',
  blocks: 'BlocksFavour',
  blocks_received: 'BlocksAgainst',
  fouls: 'FoulsCommited',
  fouls_drawn: 'FoulsReceived',
  performance_index: 'Valuation',
} as const satisfies StatColumns

const Columns = z.object(sameFields(Object.values(COLUMNS), Numeral))
export type Columns = z.output<typeof Columns>

const PlayerRow = Columns.extend({
  Player_ID: Text,
  IsStarter: Flag,
  Team: Text,
  Dorsal: Text,
  Player: Text,
  Minutes: Text,
  Plusminus: Numeral,
})
export type PlayerRow = z.output<typeof PlayerRow>

const TeamSheet = z.object({
  Team: Text,
  Coach: Text,
  PlayersStats: listSchema(PlayerRow),
  tmr: Columns.nullish(),
  totr: Columns.nullish(),
})
export type TeamSheet = z.output<typeof TeamSheet>

const QuarterRow = z.record(z.string(), Numeral)

/** The Boxscore response; in pairs, the home team is first. */
export const BoxscoreResponse = z.object({
  Live: Flag,
  Referees: Text,
  Attendance: Numeral,
  ByQuarter: listSchema(QuarterRow),
  EndOfQuarter: listSchema(QuarterRow),
  Stats: z.tuple([TeamSheet, TeamSheet]),
})
export type BoxscoreResponse = z.output<typeof BoxscoreResponse>

const PlayRow = z.object({
  NUMBEROFPLAY: Numeral,
  CODETEAM: Text,
  PLAYER_ID: Text,
  PLAYTYPE: Text,
  PLAYER: Text,
  MINUTE: Numeral,
  MARKERTIME: Text,
  POINTS_A: Numeral,
  POINTS_B: Numeral,
  PLAYINFO: Text,
})
export type PlayRow = z.output<typeof PlayRow>

/** The lists of a play-by-play; ExtraTime has the rows of all overtimes. */
export const PLAY_LISTS = ['FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'ForthQuarter', 'ExtraTime'] as const

/** The PlaybyPlay response. */
export const PlayResponse = z.object({
  Live: Flag,
  TeamA: Text,
  TeamB: Text,
  CodeTeamA: Text,
  CodeTeamB: Text,
  ...sameFields(PLAY_LISTS, listSchema(PlayRow)),
})
export type PlayResponse = z.output<typeof PlayResponse>

const ShotRow = z.object({
  NUM_ANOT: Numeral,
  TEAM: Text,
  ID_PLAYER: Text,
  PLAYER: Text,
  ID_ACTION: Text,
  COORD_X: Numeral,
  COORD_Y: Numeral,
  // Null before 2015-16.
  FASTBREAK: Flag.nullish(),
  SECOND_CHANCE: Flag.nullish(),
  POINTS_OFF_TURNOVER: Flag.nullish(),
  MINUTE: Numeral,
  UTC: Text,
})
export type ShotRow = z.output<typeof ShotRow>

/** The Points response: field-goal attempts and made free throws. */
export const PointsResponse = z.object({ Rows: listSchema(ShotRow) })
export type PointsResponse = z.output<typeof PointsResponse>

const ScheduleSide = z.object({
  club: z.object({ code: Text, name: Text, abbreviatedName: Text, editorialName: Text, tvCode: Text }),
  score: Numeral,
  partials: z
    .object({
      partials1: Numeral,
      partials2: Numeral,
      partials3: Numeral,
      partials4: Numeral,
      extraPeriods: z.record(z.string(), Numeral).nullish(),
    })
    .nullish(),
})
export type ScheduleSide = z.output<typeof ScheduleSide>

const Named = z.object({ name: Text }).nullish()

/** One game of the api v2 schedule. Its `winner` is not used, because it has named clubs that did not play. */
export const ScheduleResponse = z.object({
  phaseType: z.object({ code: Text, name: Text, isGroupPhase: Flag }).nullish(),
  group: z.object({ name: Text, rawName: Text }).nullish(),
  round: Text,
  played: Flag,
  localDate: Text,
  utcDate: Text,
  confirmedHour: z.boolean().nullish(),
  local: ScheduleSide,
  road: ScheduleSide,
  audience: Numeral,
  referee1: Named,
  referee2: Named,
  referee3: Named,
  referee4: Named,
  venue: Named,
  gameStatus: Text,
})
export type ScheduleResponse = z.output<typeof ScheduleResponse>

/** The id of a game in the api v2 schedule. */
export const ScheduleEntry = z.object({
  gameCode: z.int(),
  season: z.object({ code: z.string().trim() }),
  utcDate: Text,
})

/** A whole response of the api v2 schedule. */
export const ScheduleList = z.object({ data: z.array(z.unknown()), total: z.int().nullish() })
