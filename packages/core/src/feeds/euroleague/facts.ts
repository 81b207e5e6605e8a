import { toDateTime } from '../../contract/index.ts'
import { personName } from './names.ts'
import { noteIf, type Note } from '../notes.ts'
import type { ScheduleAnswer } from './schedule.ts'
import type { BoxscoreAnswer, HeaderAnswer, PlayAnswer } from './schemas.ts'
import { stageOf } from './stages.ts'
import { centralEuropean } from './tip-off.ts'
import { placeName } from './titles.ts'

/** What one answer says about the game itself; null: the answer has the field but no value, absent: no such field. */
export interface Facts {
  from: string
  home_code?: string | null
  away_code?: string | null
  home_name?: string | null
  away_name?: string | null
  home_coach?: string | null
  away_coach?: string | null
  stage?: string | null
  round?: string | null
  date?: string | null
  /** ms */
  tip_off?: number | null
  attendance?: number | null
  venue?: string | null
  officials?: string[] | null
  home_score?: number | null
  away_score?: number | null
}

const textOr = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)
const nameOr = (text: string): string | null => textOr(placeName(text))
const personOr = (text: string): string | null => textOr(personName(text))
const officialsOr = (names: string[]): string[] | null => {
  const named = names.map(personName).filter((name) => name !== '')
  return named.length === 0 ? null : named
}
/** Nought spectators means that nobody counted them. */
const attendanceOr = (count: number | null): number | null => (count !== null && count > 0 ? Math.round(count) : null)

/** A pair of scores; 0-0 is a game that has not begun. */
const scoreOf = (home: number | null, away: number | null): Pick<Facts, 'home_score' | 'away_score'> =>
  home === null || away === null || (home === 0 && away === 0)
    ? { home_score: null, away_score: null }
    : { home_score: home, away_score: away }

/** What the api v2 schedule says. An hour that is not confirmed is none, until the game has been played. */
export const scheduleFacts = (game: ScheduleAnswer): Facts => {
  const moment = Date.parse(game.utcDate)
  const known = !Number.isNaN(moment) && (game.played || game.confirmedHour !== false)
  return {
    from: 'schedule',
    home_code: textOr(game.local.club.code),
    away_code: textOr(game.road.club.code),
    home_name: nameOr(game.local.club.name),
    away_name: nameOr(game.road.club.name),
    stage: stageOf(textOr(game.phaseType?.name) ?? game.phaseType?.code ?? ''),
    round: textOr(game.round),
    date: textOr(game.localDate.slice(0, 10)),
    tip_off: known ? moment : null,
    attendance: attendanceOr(game.audience),
    venue: nameOr(game.venue?.name ?? ''),
    officials: officialsOr([game.referee1, game.referee2, game.referee3, game.referee4].map((who) => who?.name ?? '')),
    ...(game.played ? scoreOf(game.local.score, game.road.score) : { home_score: null, away_score: null }),
  }
}

/** "06/10/2022" as 2022-10-06: a central European day, which is the venue's too since games are played in the evening. */
const dayOf = (date: string): string | null => {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []
  return day === undefined || month === undefined ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What the Header says. */
export const headerFacts = (header: HeaderAnswer): Facts => {
  const date = dayOf(header.Date)
  return {
    from: 'Header',
    home_code: textOr(header.CodeTeamA),
    away_code: textOr(header.CodeTeamB),
    home_name: nameOr(header.TeamA),
    away_name: nameOr(header.TeamB),
    home_coach: personOr(header.CoachA),
    away_coach: personOr(header.CoachB),
    stage: stageOf(textOr(header.Phase) ?? header.PhaseReducedName),
    round: textOr(header.Round),
    date,
    tip_off: date === null ? null : centralEuropean(date, header.Hour),
    attendance: attendanceOr(header.Capacity),
    venue: nameOr(header.Stadium),
    officials: officialsOr([header.Referee1, header.Referee2, header.Referee3]),
    ...scoreOf(header.ScoreA, header.ScoreB),
  }
}

/** "SURNAME, NAME, SURNAME, NAME": the commas between people and inside their names are the same. */
const paired = (referees: string): string[] | null => {
  const parts = referees.split(',').map((part) => part.trim())
  if (referees === '' || parts.length % 2 === 1) return null
  return parts.flatMap((part, at) => (at % 2 === 0 ? [`${part}, ${parts[at + 1]}`] : []))
}

/** What the Boxscore says of the game; team codes come from its players. */
export const boxFacts = (box: BoxscoreAnswer): Facts => {
  const [home, away] = box.Stats
  return {
    from: 'Boxscore',
    home_code: textOr(home.PlayersStats[0]?.Team),
    away_code: textOr(away.PlayersStats[0]?.Team),
    home_name: nameOr(home.Team),
    away_name: nameOr(away.Team),
    home_coach: personOr(home.Coach),
    away_coach: personOr(away.Coach),
    attendance: attendanceOr(box.Attendance),
    officials: officialsOr(paired(box.Referees) ?? []),
    ...scoreOf(home.totr?.Points ?? null, away.totr?.Points ?? null),
  }
}

/** What the PlaybyPlay says of the game: the names of the teams in ordinary case. */
export const playFacts = (play: PlayAnswer): Facts => ({
  from: 'PlaybyPlay',
  home_code: textOr(play.CodeTeamA),
  away_code: textOr(play.CodeTeamB),
  home_name: nameOr(play.TeamA),
  away_name: nameOr(play.TeamB),
})

/** What the first answer to know a field says; null where only empty fields are known, undefined where none is. */
export const known = <Key extends Exclude<keyof Facts, 'from'>>(facts: Facts[], key: Key): Facts[Key] | undefined =>
  (facts.find((answer) => answer[key] != null) ?? facts.find((answer) => answer[key] === null))?.[key]

const shown = (key: keyof Facts, value: string | number): string =>
  key === 'tip_off' ? toDateTime(new Date(value)) : String(value)

/** One note for every field on which the answers disagree. */
export const disagreements = (facts: Facts[]): Note[] =>
  (['home_code', 'away_code', 'date', 'tip_off', 'attendance', 'home_score', 'away_score'] as const).flatMap((key) => {
    const said = facts.flatMap((answer) => {
      const value = answer[key]
      return value == null ? [] : [{ from: answer.from, value }]
    })
    const values = new Set(said.map(({ value }) => value))
    const list = said.map(({ from, value }) => `${from} ${shown(key, value)}`).join(', ')
    return noteIf(
      values.size > 1,
      'answers-differ',
      `${key.replaceAll('_', ' ')}: ${list}; taken from ${said[0]?.from}.`,
    )
  })
