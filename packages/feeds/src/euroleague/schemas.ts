import { z } from 'zod'
import { Flag, listOf, Numeral, Padded } from '../schemas.ts'

/** The Header response: names are in capitals, the scores of quarters are running totals. */
export const HeaderResponse = z.object({
  Live: Flag,
  Round: Padded,
  Date: Padded,
  Hour: Padded,
  Stadium: Padded,
  Capacity: Numeral,
  TeamA: Padded,
  TeamB: Padded,
  CodeTeamA: Padded,
  CodeTeamB: Padded,
  CoachA: Padded,
  CoachB: Padded,
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
  Phase: Padded,
  PhaseReducedName: Padded,
  Referee1: Padded,
  Referee2: Padded,
  Referee3: Padded,
})
export type HeaderResponse = z.output<typeof HeaderResponse>

/** The columns of a box score, in the feed's spelling. */
export const Columns = z.object({
  Points: Numeral,
  FieldGoalsMade2: Numeral,
  FieldGoalsAttempted2: Numeral,
  FieldGoalsMade3: Numeral,
  FieldGoalsAttempted3: Numeral,
  FreeThrowsMade: Numeral,
  FreeThrowsAttempted: Numeral,
  OffensiveRebounds: Numeral,
  DefensiveRebounds: Numeral,
  TotalRebounds: Numeral,
  Assistances: Numeral,
  Steals: Numeral,
  Turnovers: Numeral,
  BlocksFavour: Numeral,
  BlocksAgainst: Numeral,
  FoulsCommited: Numeral,
  FoulsReceived: Numeral,
  Valuation: Numeral,
})
export type Columns = z.output<typeof Columns>

const PlayerRow = Columns.extend({
  Player_ID: Padded,
  IsStarter: Flag,
  Team: Padded,
  Dorsal: Padded,
  Player: Padded,
  Minutes: Padded,
  Plusminus: Numeral,
})
export type PlayerRow = z.output<typeof PlayerRow>

const TeamSheet = z.object({
  Team: Padded,
  Coach: Padded,
  PlayersStats: listOf(PlayerRow),
  tmr: Columns.nullish(),
  totr: Columns.nullish(),
})
export type TeamSheet = z.output<typeof TeamSheet>

const QuarterRow = z.record(z.string(), Numeral)

/** The Boxscore response; in pairs, the home team is first. */
export const BoxscoreResponse = z.object({
  Live: Flag,
  Referees: Padded,
  Attendance: Numeral,
  ByQuarter: listOf(QuarterRow),
  EndOfQuarter: listOf(QuarterRow),
  Stats: z.tuple([TeamSheet, TeamSheet]),
})
export type BoxscoreResponse = z.output<typeof BoxscoreResponse>

const PlayRow = z.object({
  NUMBEROFPLAY: Numeral,
  CODETEAM: Padded,
  PLAYER_ID: Padded,
  PLAYTYPE: Padded,
  PLAYER: Padded,
  MINUTE: Numeral,
  MARKERTIME: Padded,
  POINTS_A: Numeral,
  POINTS_B: Numeral,
  PLAYINFO: Padded,
})
export type PlayRow = z.output<typeof PlayRow>

/** The PlaybyPlay response; ExtraTime has the rows of all overtimes. */
export const PlayResponse = z.object({
  Live: Flag,
  TeamA: Padded,
  TeamB: Padded,
  CodeTeamA: Padded,
  CodeTeamB: Padded,
  FirstQuarter: listOf(PlayRow),
  SecondQuarter: listOf(PlayRow),
  ThirdQuarter: listOf(PlayRow),
  ForthQuarter: listOf(PlayRow),
  ExtraTime: listOf(PlayRow),
})
export type PlayResponse = z.output<typeof PlayResponse>

const ShotRow = z.object({
  NUM_ANOT: Numeral,
  TEAM: Padded,
  ID_PLAYER: Padded,
  PLAYER: Padded,
  ID_ACTION: Padded,
  COORD_X: Numeral,
  COORD_Y: Numeral,
  // Null before 2015-16.
  FASTBREAK: Flag.nullish(),
  SECOND_CHANCE: Flag.nullish(),
  POINTS_OFF_TURNOVER: Flag.nullish(),
  MINUTE: Numeral,
  UTC: Padded,
})
export type ShotRow = z.output<typeof ShotRow>

/** The Points response: field-goal attempts and made free throws. */
export const PointsResponse = z.object({ Rows: listOf(ShotRow) })
export type PointsResponse = z.output<typeof PointsResponse>

const ScheduleSide = z.object({
  club: z.object({ code: Padded, name: Padded }),
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

const Named = z.object({ name: Padded }).nullish()

/** One game of the api v2 schedule. Its `winner` is not used, because it has named clubs that did not play. */
export const ScheduleResponse = z.object({
  phaseType: z.object({ code: Padded, name: Padded }).nullish(),
  round: Padded,
  played: Flag,
  localDate: Padded,
  utcDate: Padded,
  confirmedHour: z.boolean().nullish(),
  local: ScheduleSide,
  road: ScheduleSide,
  audience: Numeral,
  referee1: Named,
  referee2: Named,
  referee3: Named,
  referee4: Named,
  venue: Named,
  gameStatus: Padded,
})
export type ScheduleResponse = z.output<typeof ScheduleResponse>

/** The id of a game in the api v2 schedule. */
export const ScheduleEntry = z.object({ gameCode: z.int(), season: z.object({ code: z.string().trim() }) })

/** A whole response of the api v2 schedule. */
export const ScheduleList = z.object({ data: z.array(z.unknown()) })
