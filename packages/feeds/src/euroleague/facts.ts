import { toAttendance, toDateTimeOrNull, NO_SCORE, toScore, textOr, type Facts } from '../facts.ts'
import { personName, clubName } from './names.ts'
import {
  availableText,
  type BoxscoreResponse,
  type HeaderResponse,
  type PlayResponse,
  type ScheduleResponse,
} from './schemas.ts'
import { centralEuropean } from './tip-off.ts'

/** Stages by the phase of Header and schedule, reduced to capitals and digits: the name, or a short code without one. */
const STAGES: [RegExp, string][] = [
  [/^(REGULARSEASON|RS)$/, 'regular'],
  [/^(PLAYIN.*|PI)$/, 'play-in'],
  [/^(PLAYOFFS?|PO?)$/, 'playoffs'],
  [/^(FINALFOUR|FF)$/, 'final-four'],
  [/^(TOP16|TOPSIXTEEN|T1|TS)$/, 'top-16'],
  [/^LAST32$/, 'last-32'],
  [/^LAST16$/, 'last-16'],
  [/^(EIGHTHFINALS?|8F|E)$/, 'eighth-finals'],
  [/^(QUARTERFINALS?|4F)$/, 'quarter-finals'],
  [/^(SEMIFINALS?|2F)$/, 'semi-finals'],
  [/^FINALS?$/, 'final'],
]

/** The stage of a phase ("REGULAR SEASON", "P O"). An unknown phase becomes a slug of its name; '' becomes null. */
export const parseStage = (phase: string): string | null => {
  const key = phase.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const stage = STAGES.find(([names]) => names.test(key))?.[1]
  if (stage !== undefined) return stage
  const own = phase
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return own === '' ? null : own
}

/** The facts about a game in one response of this feed. */
export type EuroleagueFacts = Facts & {
  home_code?: string | null
  away_code?: string | null
  home_coach?: string | null
  away_coach?: string | null
  stage?: string | null
  /** The group in which both teams play the regular season; null in one table. */
  group?: string | null
}

const nameOr = (text: string): string | null => textOr(clubName(text))
const personOr = (text: string): string | null => textOr(personName(text))
const officialsOr = (names: string[]): string[] | null => {
  const named = names.map(personName).filter((name) => name !== '')
  return named.length === 0 ? null : named
}

/**
 * The group of a game of the regular season, like "Group A". It is null if the season is played in one table: it has no
 * groups, or a single one with the name of the phase. The groups of other stages are pairs or brackets.
 */
const getGroup = ({ phaseType, group }: ScheduleResponse, stage: string | null): Pick<EuroleagueFacts, 'group'> => {
  if (stage !== 'regular') return {}
  if (!phaseType?.isGroupPhase) return { group: null }
  if (!group) return {}
  const name = (textOr(group.rawName) ?? group.name).replace(/^(group\s+)+/i, '')
  const isPhase = name === '' || parseStage(name) === 'regular'
  return { group: isPhase ? null : `Group ${name}` }
}

/** The facts of the api v2 schedule. An unconfirmed hour is skipped until the game has been played. */
export const scheduleFacts = (game: ScheduleResponse): EuroleagueFacts => {
  const hourKnown = game.played || game.confirmedHour !== false
  const stage = parseStage(textOr(game.phaseType?.name) ?? game.phaseType?.code ?? '')
  return {
    from: 'schedule',
    home_code: textOr(game.local.club.code),
    away_code: textOr(game.road.club.code),
    home_name: nameOr(game.local.club.name),
    away_name: nameOr(game.road.club.name),
    stage,
    ...getGroup(game, stage),
    round: textOr(game.round),
    date: textOr(game.localDate.slice(0, 10)),
    tip_off: hourKnown ? toDateTimeOrNull(Date.parse(game.utcDate)) : null,
    attendance: toAttendance(game.audience),
    venue: nameOr(game.venue?.name ?? ''),
    officials: officialsOr([game.referee1, game.referee2, game.referee3, game.referee4].map((who) => who?.name ?? '')),
    ...(game.played ? toScore(game.local.score, game.road.score) : NO_SCORE),
  }
}

/** "06/10/2022" as 2022-10-06. The day is central European; games are in the evening, so it is the venue's day too. */
const parseDay = (date: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []
  return day === undefined || month === undefined ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The facts of the Header. */
export const headerFacts = (header: HeaderResponse): EuroleagueFacts => {
  const date = parseDay(header.Date)
  return {
    from: 'Header',
    home_code: textOr(header.CodeTeamA),
    away_code: textOr(header.CodeTeamB),
    home_name: nameOr(header.TeamA),
    away_name: nameOr(header.TeamB),
    home_coach: personOr(header.CoachA),
    away_coach: personOr(header.CoachB),
    stage: parseStage(textOr(header.Phase) ?? header.PhaseReducedName),
    round: textOr(header.Round),
    date,
    tip_off: date === null ? null : toDateTimeOrNull(centralEuropean(date, header.Hour)),
    attendance: toAttendance(header.Capacity),
    venue: nameOr(header.Stadium),
    officials: officialsOr([header.Referee1, header.Referee2, header.Referee3]),
    ...toScore(header.ScoreA, header.ScoreB),
  }
}

/** Splits "SURNAME, NAME, SURNAME, NAME", in which commas separate people as well as the parts of a name. */
const paired = (referees: string): string[] | null => {
  const parts = referees
    .split(',')
    .map(availableText)
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length % 2 === 1) return null
  return parts.flatMap((part, at) => (at % 2 === 0 ? [`${part}, ${parts[at + 1]}`] : []))
}

/** The facts of the Boxscore; the team codes are those of its players. */
export const boxFacts = (box: BoxscoreResponse): EuroleagueFacts => {
  const [home, away] = box.Stats
  return {
    from: 'Boxscore',
    home_code: textOr(home.PlayersStats[0]?.Team),
    away_code: textOr(away.PlayersStats[0]?.Team),
    home_name: nameOr(home.Team),
    away_name: nameOr(away.Team),
    home_coach: personOr(home.Coach),
    away_coach: personOr(away.Coach),
    attendance: toAttendance(box.Attendance),
    officials: officialsOr(paired(box.Referees) ?? []),
    ...toScore(home.totr?.Points ?? null, away.totr?.Points ?? null),
  }
}

/** The facts of the PlaybyPlay, which has the names of the teams in mixed case. */
export const playFacts = (play: PlayResponse): EuroleagueFacts => ({
  from: 'PlaybyPlay',
  home_code: textOr(play.CodeTeamA),
  away_code: textOr(play.CodeTeamB),
  home_name: nameOr(play.TeamA),
  away_name: nameOr(play.TeamB),
})

/** The fields that are compared between responses. */
export const COMPARED = ['home_code', 'away_code', 'date', 'tip_off', 'attendance', 'home_score', 'away_score'] as const
