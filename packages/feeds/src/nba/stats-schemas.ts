import { z } from 'zod'
import { Flag, Numeral, Padded, sameFields, type StatColumns } from '../schemas.ts'
import { Id } from './live-schemas.ts'

/** A response of stats.nba.com: tables with the names of their columns. */
export const ResultSets = z.object({
  resource: Padded,
  parameters: z.record(z.string(), z.unknown()).nullish(),
  resultSets: z.array(
    z.object({ name: z.string(), headers: z.array(z.string()), rowSet: z.array(z.array(z.unknown())) }),
  ),
})
export type ResultSets = z.output<typeof ResultSets>

/** The columns that have a statistic as it is. */
export const STATS_COLUMNS = {
  points: 'PTS',
  three_made: 'FG3M',
  three_attempted: 'FG3A',
  free_throws_made: 'FTM',
  free_throws_attempted: 'FTA',
  offensive_rebounds: 'OREB',
  defensive_rebounds: 'DREB',
  rebounds: 'REB',
  assists: 'AST',
  steals: 'STL',
  blocks: 'BLK',
  fouls: 'PF',
} as const satisfies StatColumns

// TO in box scores, TOV in game logs.
const StatsColumns = z.object(sameFields([...Object.values(STATS_COLUMNS), 'FGM', 'FGA', 'TO', 'TOV'], Numeral))
export type StatsColumns = z.output<typeof StatsColumns>

/** A row of PlayerStats. Players who did not play have empty cells and a COMMENT. */
export const BoxRow = StatsColumns.extend({
  GAME_ID: Padded,
  TEAM_ID: Id,
  PLAYER_ID: Id,
  PLAYER_NAME: Padded,
  START_POSITION: Padded,
  // Only boxscoretraditionalv3 may have it.
  JERSEY_NUM: Padded,
  MIN: Padded,
  PLUS_MINUS: Numeral,
})
export type BoxRow = z.output<typeof BoxRow>

/** A row of TeamStats. */
export const TeamRow = StatsColumns.extend({ GAME_ID: Padded, TEAM_ID: Id, TEAM_NAME: Padded, TEAM_CITY: Padded })
export type TeamRow = z.output<typeof TeamRow>

/** A row of LeagueGameLog: one team in one game. */
export const LogRow = StatsColumns.extend({
  GAME_ID: Padded,
  TEAM_ID: Id,
  TEAM_ABBREVIATION: Padded,
  TEAM_NAME: Padded,
  GAME_DATE: Padded,
  MATCHUP: Padded,
  WL: Padded,
})
export type LogRow = z.output<typeof LogRow>

/** A row of GameSummary or GameHeader. */
export const HeaderRow = z.object({
  GAME_ID: Padded,
  GAME_DATE_EST: Padded,
  GAME_STATUS_ID: Numeral,
  GAME_STATUS_TEXT: Padded,
  HOME_TEAM_ID: Id,
  VISITOR_TEAM_ID: Id,
  ARENA_NAME: Padded,
  // Only boxscoresummaryv3 and scoreboardv3 have the tip-off, in UTC, and whether the court is neutral.
  tip_off: Padded,
  neutral: Flag,
})
export type HeaderRow = z.output<typeof HeaderRow>

const QUARTERS = ['PTS_QTR1', 'PTS_QTR2', 'PTS_QTR3', 'PTS_QTR4'] as const
const OVERTIMES = Array.from({ length: 10 }, (_, at) => `PTS_OT${at + 1}`)

/** A row of LineScore: the points of each quarter and of ten overtimes, played or not. */
export const LineRow = z
  .object({
    GAME_ID: Padded,
    TEAM_ID: Id,
    TEAM_CITY_NAME: Padded,
    TEAM_NICKNAME: Padded,
    TEAM_NAME: Padded,
    PTS: Numeral,
  })
  .catchall(z.unknown())
  .transform(({ GAME_ID, TEAM_ID, TEAM_CITY_NAME, TEAM_NICKNAME, TEAM_NAME, PTS, ...cells }) => ({
    GAME_ID,
    TEAM_ID,
    city: TEAM_CITY_NAME,
    nickname: TEAM_NICKNAME === '' ? TEAM_NAME : TEAM_NICKNAME,
    PTS,
    quarters: QUARTERS.map((quarter) => Numeral.catch(null).parse(cells[quarter])),
    overtimes: OVERTIMES.map((overtime) => Numeral.catch(null).parse(cells[overtime])),
  }))
export type LineRow = z.output<typeof LineRow>

/** A row of Officials, the crew chief first. */
export const OfficialRow = z.object({ FIRST_NAME: Padded, LAST_NAME: Padded })
export type OfficialRow = z.output<typeof OfficialRow>

/** The row of GameInfo. */
export const InfoRow = z.object({ ATTENDANCE: Numeral })
export type InfoRow = z.output<typeof InfoRow>

/** A row of OtherStats; TOTAL_TURNOVERS includes the turnovers of the team. */
export const OtherRow = z.object({ TEAM_ID: Id, TOTAL_TURNOVERS: Numeral })
export type OtherRow = z.output<typeof OtherRow>

/** One game of a boxscoresummary or scoreboard. */
export type Summary = {
  header: HeaderRow
  lines: LineRow[]
  officials: OfficialRow[]
  info: InfoRow | null
  other: OtherRow[]
}

/** A row of Shot_Chart_Detail; locations are in tenths of a foot from the basket. */
export const ShotRow = z.object({
  GAME_ID: Padded,
  GAME_EVENT_ID: Padded,
  PLAYER_ID: Id,
  PLAYER_NAME: Padded,
  TEAM_ID: Id,
  TEAM_NAME: Padded,
  PERIOD: Numeral,
  MINUTES_REMAINING: Numeral,
  SECONDS_REMAINING: Numeral,
  SHOT_TYPE: Padded,
  LOC_X: Numeral,
  LOC_Y: Numeral,
  SHOT_ATTEMPTED_FLAG: Numeral,
  SHOT_MADE_FLAG: Numeral,
  GAME_DATE: Padded,
})
export type ShotRow = z.output<typeof ShotRow>

/** A person or a team in a row of PlayByPlay. A person whom the row does not identify has only a team. */
export type PlayPerson = {
  /** 4 and 5 are players of home and away, 2 and 3 their teams, 6 and 7 their coaches, 1 an official. */
  type: string
  id: string
  name: string
  team_id: string
}

/** The value of a field goal by its descriptions, the only place where playbyplayv2 has it. */
const getShotValue = (...descriptions: string[]): 2 | 3 => (descriptions.some((words) => words.includes('3PT')) ? 3 : 2)

/** The types of persons that are the teams of the game. */
const OF_TEAM = new Set(['2', '3'])

/** Cells about persons, of whatever type. */
const [AnyText, AnyId] = [Padded.catch(''), Id.catch('')]

/** A row of PlayByPlay. The rows are in the order of the game; EVENTNUM is the order in which they were entered. */
export const PlayRow = z
  .object({
    GAME_ID: Padded,
    EVENTNUM: Padded,
    EVENTMSGTYPE: Numeral,
    EVENTMSGACTIONTYPE: Numeral,
    PERIOD: z.int().min(1).max(30),
    PCTIMESTRING: Padded,
    HOMEDESCRIPTION: Padded,
    NEUTRALDESCRIPTION: Padded,
    VISITORDESCRIPTION: Padded,
    SCORE: Padded,
  })
  .catchall(z.unknown())
  .transform((cells) => {
    const persons = [1, 2, 3].map((number): PlayPerson => ({
      type: AnyText.parse(cells[`PERSON${number}TYPE`]),
      id: AnyId.parse(cells[`PLAYER${number}_ID`]),
      name: AnyText.parse(cells[`PLAYER${number}_NAME`]),
      team_id: AnyId.parse(cells[`PLAYER${number}_TEAM_ID`]),
    }))
    const { EVENTNUM, EVENTMSGTYPE, EVENTMSGACTIONTYPE, PERIOD, PCTIMESTRING, SCORE } = cells
    return {
      GAME_ID: cells.GAME_ID,
      EVENTNUM,
      EVENTMSGTYPE,
      // How notes name an unknown type.
      code: String(EVENTMSGTYPE),
      // The miss of a team is a heave.
      value: OF_TEAM.has(persons[0]?.type ?? '')
        ? 3
        : getShotValue(cells.HOMEDESCRIPTION, cells.NEUTRALDESCRIPTION, cells.VISITORDESCRIPTION),
      EVENTMSGACTIONTYPE,
      PERIOD,
      PCTIMESTRING,
      SCORE,
      home_words: cells.HOMEDESCRIPTION,
      neutral_words: cells.NEUTRALDESCRIPTION,
      away_words: cells.VISITORDESCRIPTION,
      persons,
    }
  })
export type PlayRow = z.output<typeof PlayRow>

type Located = Record<'xLegacy' | 'yLegacy', number | null>

/**
 * What a heave is: a missed three that only its team is charged with. Its row has neither value nor result, and zeros for an
 * unknown location.
 */
const heave = ({ teamId, personId, xLegacy, yLegacy }: Record<'teamId' | 'personId', string> & Located) => ({
  actionType: 'Missed Shot',
  isFieldGoal: true,
  shotResult: 'Missed',
  shotValue: 3,
  teamId: teamId === '' ? personId : teamId,
  personId: '',
  ...(xLegacy === 0 && yLegacy === 0 ? { xLegacy: null, yLegacy: null } : {}),
})

/**
 * A row of playbyplayv3: the part of one person in a play. The rows of a play share its actionNumber, which is the EVENTNUM
 * of playbyplayv2. In rows of a team, personId is the team. Officials and coaches have no team.
 */
export const ActionV3 = z
  .object({
    actionNumber: Padded,
    clock: Padded,
    period: z.int().min(1).max(30),
    teamId: Id,
    personId: Id,
    playerName: Padded,
    playerNameI: Padded,
    xLegacy: Numeral,
    yLegacy: Numeral,
    shotResult: Padded,
    isFieldGoal: Flag,
    scoreHome: Numeral,
    scoreAway: Numeral,
    // h for home, v for the visitor.
    location: Padded,
    description: Padded,
    actionType: Padded,
    subType: Padded,
    shotValue: Numeral,
  })
  .transform((action) => (action.actionType === 'Heave' ? { ...action, ...heave(action) } : action))
export type ActionV3 = z.output<typeof ActionV3>
