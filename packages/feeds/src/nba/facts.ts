import { pickFirst, toAttendance, toDateTimeOrNull, NO_SCORE, toScore, textOr, type Facts } from '../facts.ts'
import type { Teams } from '../game-parts.ts'
import { nameWords } from '../names.ts'
import type { LiveBox, LiveTeam, ScheduleGame } from './live-schemas.ts'
import type { NbaResponses } from './responses.ts'
import type { LineRow, LogRow, ShotRow, Summary } from './stats-schemas.ts'

/** The progress of a game. */
type Progress = 'to come' | 'live' | 'over' | 'called off'

/** The facts about a game in one response of this feed. */
export type NbaFacts = Facts & {
  progress?: Progress
  home_id?: string | null
  away_id?: string | null
  /** Whether the game is on a neutral court; false also if the response would not say so. */
  neutral?: boolean
  /** Whether nothing says who plays at home. */
  home_assumed?: boolean
}

/** The city and the name, "Brooklyn Nets". Guests of the preseason have the city in the name: "Real Madrid". */
const teamName = (city: string, name: string): string | null => {
  const words = nameWords(name)
  return textOr(nameWords(city).every((word) => words.includes(word)) ? name : `${city} ${name}`.trim())
}

const getProgress = (status: number | null, text: string): Progress => {
  if (/^(cncl|cancel)/i.test(text)) return 'called off'
  if (status === 3) return 'over'
  return status === 2 ? 'live' : 'to come'
}

/** The score of a game that is over; none for other games. */
const finalScore = (progress: Progress, home: number | null, away: number | null) =>
  progress === 'over' ? toScore(home, away) : NO_SCORE

/** The tip-off; null while the hour is undetermined. */
const findTipOff = (utc: string, statusText: string): string | null =>
  /tbd/i.test(statusText) ? null : toDateTimeOrNull(Date.parse(utc))

const parseDay = (text: string): string | null => /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null

const getSides = (home: LiveTeam | ScheduleGame['homeTeam'], away: LiveTeam | ScheduleGame['awayTeam']) => ({
  home_id: textOr(home.teamId),
  away_id: textOr(away.teamId),
  home_name: teamName(home.teamCity, home.teamName),
  away_name: teamName(away.teamCity, away.teamName),
})

const liveFacts = (box: LiveBox, from: string): NbaFacts => {
  const progress = getProgress(box.gameStatus, box.gameStatusText)
  const officials = box.officials.toSorted((a, b) => (a.assignment < b.assignment ? -1 : 1)).map(({ name }) => name)
  return {
    from,
    progress,
    ...getSides(box.homeTeam, box.awayTeam),
    // The local time of the arena, so the day is the venue's.
    date: parseDay(box.gameTimeLocal),
    tip_off: findTipOff(box.gameTimeUTC, box.gameStatusText),
    attendance: toAttendance(box.attendance),
    venue: textOr(box.arena?.arenaName ?? ''),
    officials: officials.length === 0 ? null : officials,
    ...finalScore(progress, box.homeTeam.score, box.awayTeam.score),
  }
}

/** The group or round of the cup or the play-offs. "Preseason" is a stage, not a round. */
const getRound = ({ seriesText, gameLabel }: ScheduleGame): string | undefined =>
  [gameLabel, seriesText].find((text) => text !== '' && text !== 'Preseason')

const scheduleFacts = (game: ScheduleGame, from: string): NbaFacts => {
  const progress = game.postponedStatus === 'C' ? 'called off' : getProgress(game.gameStatus, game.gameStatusText)
  const round = getRound(game)
  return {
    from,
    progress,
    ...getSides(game.homeTeam, game.awayTeam),
    ...(round === undefined ? {} : { round }),
    neutral: game.isNeutral,
    date: parseDay(game.gameDateEst),
    tip_off: findTipOff(game.gameDateTimeUTC, game.gameStatusText),
    venue: textOr(game.arenaName),
    ...finalScore(progress, game.homeTeam.score, game.awayTeam.score),
  }
}

const summaryFacts = ({ header, lines, officials, info }: Summary, from: string): NbaFacts => {
  const progress = getProgress(header.GAME_STATUS_ID, header.GAME_STATUS_TEXT)
  const findLine = (team: string): LineRow | undefined => lines.find(({ TEAM_ID }) => TEAM_ID === team)
  const home = findLine(header.HOME_TEAM_ID)
  const away = findLine(header.VISITOR_TEAM_ID)
  const names = officials.map(({ FIRST_NAME, LAST_NAME }) => `${FIRST_NAME} ${LAST_NAME}`.trim())
  return {
    from,
    progress,
    home_id: textOr(header.HOME_TEAM_ID),
    away_id: textOr(header.VISITOR_TEAM_ID),
    ...(home ? { home_name: teamName(home.city, home.nickname) } : {}),
    ...(away ? { away_name: teamName(away.city, away.nickname) } : {}),
    neutral: header.neutral,
    date: parseDay(header.GAME_DATE_EST),
    ...(header.tip_off === '' ? {} : { tip_off: findTipOff(header.tip_off, header.GAME_STATUS_TEXT) }),
    ...(info ? { attendance: toAttendance(info.ATTENDANCE) } : {}),
    ...(header.ARENA_NAME === '' ? {} : { venue: header.ARENA_NAME }),
    ...(names.length === 0 ? {} : { officials: names }),
    ...finalScore(progress, home?.PTS ?? null, away?.PTS ?? null),
  }
}

/** Whether a row of a game log is that of the host, whom the text names: of "MIN @ DEN" and of "DEN vs. MIN" it is DEN. */
const isHost = ({ MATCHUP, TEAM_ABBREVIATION }: LogRow): boolean => {
  const [, first = '', at, second] = /^(\S+) (@|vs\.) (\S+)$/.exec(MATCHUP) ?? []
  const own = TEAM_ABBREVIATION === '' ? first : TEAM_ABBREVIATION
  return own === (at === '@' ? second : first)
}

/**
 * The rows of home and away; both undefined if there are not two. On a neutral court the texts may name each other's team as
 * the host: then another response decides, or else the order of the rows.
 */
const logSides = (rows: LogRow[], knownHome: string | null) => {
  const [first, second, ...others] = rows
  if (first === undefined || second === undefined || others.length > 0) return null
  const isNamed = isHost(first) !== isHost(second)
  const known = rows.find(({ TEAM_ID }) => TEAM_ID === knownHome)
  const home = isNamed ? rows.find(isHost) : (known ?? first)
  return { home, away: home === first ? second : first, home_assumed: !isNamed && known === undefined }
}

/** Only the two rows of a game on a neutral court have the same of "@" and "vs.". */
const isNeutral = (rows: LogRow[]): boolean =>
  rows.length === 2 && new Set(rows.map(({ MATCHUP }) => MATCHUP.includes('@'))).size === 1

const logFacts = (rows: LogRow[], knownHome: string | null, from: string): NbaFacts => {
  const { home, away, home_assumed = false } = logSides(rows, knownHome) ?? {}
  const progress = rows.every(({ WL }) => WL === 'W' || WL === 'L') ? 'over' : 'live'
  return {
    from,
    progress,
    home_assumed,
    neutral: isNeutral(rows),
    home_id: textOr(home?.TEAM_ID ?? ''),
    away_id: textOr(away?.TEAM_ID ?? ''),
    home_name: textOr(home?.TEAM_NAME ?? ''),
    away_name: textOr(away?.TEAM_NAME ?? ''),
    date: parseDay(rows[0]?.GAME_DATE ?? ''),
    ...finalScore(progress, home?.PTS ?? null, away?.PTS ?? null),
  }
}

/** The day of shot charts, written "20161130". */
const chartFacts = ([first]: ShotRow[]): NbaFacts => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(first?.GAME_DATE ?? '') ?? []
  return { from: 'shot charts', date: year === undefined ? null : `${year}-${month}-${day}` }
}

/** What says who plays at home and when it was played, apart from the game log. */
const listOtherFacts = ({ liveBox, summary, scoreboard, schedule, box }: NbaResponses): NbaFacts[] => [
  ...(liveBox ? [liveFacts(liveBox.box, 'live box score')] : []),
  ...(summary ? [summaryFacts(summary.summary, 'summary')] : []),
  ...(scoreboard ? [summaryFacts(scoreboard.summary, 'scoreboard')] : []),
  ...(schedule ? [scheduleFacts(schedule.entry, 'schedule')] : []),
  ...(box?.sides ? [{ from: 'box score', home_id: box.sides.home, away_id: box.sides.away }] : []),
]

/**
 * The facts of each response, in order of preference: the first response with a value wins.
 *
 * @param played the teams by the play-by-play; null without one
 */
export const listFacts = (responses: NbaResponses, played: Teams | null): NbaFacts[] => {
  const { log, charts } = responses
  const others = listOtherFacts(responses)
  const knownHome = pickFirst(others, 'home_id') ?? played?.home ?? null
  return [
    ...others,
    ...(log ? [logFacts(log.rows, knownHome, 'game log')] : []),
    ...(charts.length > 0 ? [chartFacts(charts)] : []),
  ]
}

/** The furthest progress of all responses, because they may have been read at different times. */
export const getOverallProgress = (facts: NbaFacts[]): Progress => {
  const all = new Set(facts.map(({ progress }) => progress))
  return (['over', 'live', 'called off'] as const).find((progress) => all.has(progress)) ?? 'to come'
}

/** The fields that are compared between responses. */
export const COMPARED = ['home_id', 'away_id', 'date', 'tip_off', 'attendance', 'home_score', 'away_score'] as const
