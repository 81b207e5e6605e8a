import type { GameProgress, LiveFeed, ScheduledGame } from '@basketball-data/core/contract'
import { FeedError } from '../feed.ts'
import { parseResponse } from '../schemas.ts'
import { toCompetition } from './competition.ts'
import { boxFacts, headerFacts, scheduleFacts } from './facts.ts'
import { readChecked } from './game.ts'
import { parsePlay } from './codes.ts'
import { inPeriods } from './periods.ts'
import { checkResponses, type CheckedResponses } from './responses.ts'
import { ScheduleEntry, ScheduleList } from './schemas.ts'

const LIVE = 'https://live.euroleague.net'
const SCHEDULE = 'https://api-live.euroleague.net'

/** The season from July to June, in which a moment is. */
const startYearAt = (moment: Date): number => moment.getUTCFullYear() - (moment.getUTCMonth() < 6 ? 1 : 0)

const checkSeason = (season: string | undefined, now: Date): string => {
  const code = season ?? `E${startYearAt(now)}`
  if (!/^[EU]\d{4}$/.test(code))
    throw new FeedError(
      `season ${code}`,
      'write E for the EuroLeague or U for the EuroCup and the year in which it starts, like E2025',
    )
  return code
}

const readSchedule = (season: string, schedule: unknown): ScheduledGame[] => {
  const { data, total } = parseResponse(ScheduleList, schedule, 'schedule', season)
  if (data.length === 0) throw new FeedError(season, 'its schedule has no games')
  if (total != null && data.length < total)
    throw new FeedError(season, `its schedule has only ${data.length} of ${total} games`)
  return data.map((entry) => {
    const { gameCode, season: named, utcDate } = parseResponse(ScheduleEntry, entry, 'schedule', season)
    if (named.code !== season) throw new FeedError(season, `its schedule has a game of the season ${named.code}`)
    const tipOff = Date.parse(utcDate)
    return { game: `${season}_${gameCode}`, tip_off: Number.isNaN(tipOff) ? null : new Date(tipOff), entry }
  })
}

const toCodes = (game: string): { season_code: string; game_code: number } => {
  const [season_code = '', number = ''] = game.split('_')
  return { season_code, game_code: Number(number) }
}

/** Days by which a postponed game may be ahead of its schedule. */
const MAX_DAYS_APART = 3

/**
 * Refuses a response about another game, which the feed's responses do not name: one of other teams, or of another game of
 * the same teams. `readGame` compares the teams of Header and PlaybyPlay.
 */
const refuseOtherGame = (game: string, { header, box, points, schedule }: CheckedResponses): void => {
  if (schedule === null) return
  const { home_code, away_code, date } = scheduleFacts(schedule)
  const refuse = (from: string, found: string): never => {
    throw new FeedError(game, `${from} is of another game: ${found}, not ${home_code}-${away_code} on ${date}`)
  }
  const day = header && headerFacts(header).date
  if (day != null && date != null && Math.abs(Date.parse(day) - Date.parse(date)) > MAX_DAYS_APART * 86_400_000)
    refuse('Header', day)
  const boxed = box && boxFacts(box)
  if (boxed?.home_code && boxed.away_code && (boxed.home_code !== home_code || boxed.away_code !== away_code))
    refuse('Boxscore', `${boxed.home_code}-${boxed.away_code}`)
  const teams = new Set(points?.Rows.flatMap(({ TEAM }) => (TEAM === '' ? [] : [TEAM])))
  if (teams.size > 0 && !(home_code && teams.has(home_code)) && !(away_code && teams.has(away_code)))
    refuse('Points', [...teams].join('-'))
}

/** Whether any response says that the game runs, or its play-by-play has begun and not ended. */
const isRunning = ({ header, box, play }: CheckedResponses): boolean =>
  play !== null || [header, box].some((response) => response?.Live)

/**
 * A play-by-play that has begun is live until its end, or until the schedule says that the game was played: it may say too
 * early that it is not live, and a final score cannot be taken back.
 */
const liveUntilEnd = ({ play, schedule, ...others }: CheckedResponses): CheckedResponses => {
  const ended = play !== null && inPeriods(play).some(({ row }) => parsePlay(row.PLAYTYPE)?.type === 'game_end')
  return { ...others, schedule, play: play && { ...play, Live: !ended && !(schedule?.played ?? false) } }
}

const getProgress = (status: string, responses: CheckedResponses): GameProgress => {
  if (status !== 'scheduled') return 'over'
  return isRunning(responses) ? 'live' : 'to come'
}

/** The feed of the EuroLeague and the EuroCup, from its schedule (api v2) and the responses about running games. */
export const euroleagueLive: LiveFeed = {
  name: 'euroleague',
  budget: 'euroleague.net',
  requestsPerMinute: 10,
  checkSeason,
  scheduleUrl: (season) => {
    const { competition } = toCompetition(season, season)
    return `${SCHEDULE}/v2/competitions/${competition.external_id}/seasons/${season}/games`
  },
  readSchedule,
  listResources: (game) => {
    const { season_code, game_code } = toCodes(game)
    return ['PlaybyPlay', 'Header', 'Boxscore', 'Points'].map((kind) => ({
      kind,
      url: `${LIVE}/api/${kind}?gamecode=${game_code}&seasoncode=${season_code}`,
      live: kind === 'PlaybyPlay',
    }))
  },
  readGame: (game, entry, { Header: header, Boxscore: boxscore, PlaybyPlay: playbyplay, Points: points }) => {
    const codes = toCodes(game)
    const responses = liveUntilEnd(
      checkResponses({ ...codes, schedule: entry, header, boxscore, playbyplay, points }, game),
    )
    refuseOtherGame(game, responses)
    const bundle = readChecked(codes, responses)
    return { bundle, progress: getProgress(bundle.game.status, responses) }
  },
}
