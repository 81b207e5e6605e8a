import type { LiveFeed, ScheduledGame } from '@basketball-data/core/contract'
import { z } from 'zod'
import { FeedError } from '../feed.ts'
import { Padded, parseResponse } from '../schemas.ts'
import { readGame } from './game.ts'
import { inOrder } from './live-plays.ts'
import type { LiveAction, LiveBox } from './live-schemas.ts'
import { toParts, type Part } from './parts.ts'

const HOST = 'https://cdn.nba.com'
const LIVE = `${HOST}/static/json/liveData`

/** The months of a season are those from September to August: the schedule of the next one is published in August. */
const startYearAt = (moment: Date): number => moment.getUTCFullYear() - (moment.getUTCMonth() < 8 ? 1 : 0)

const getSeasonName = (startYear: number): string => `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`

const checkSeason = (season: string | undefined, now: Date): string => {
  if (season === undefined) return getSeasonName(startYearAt(now))
  const name = getSeasonName(Number(/^\d{4}/.exec(season)?.[0]))
  if (season !== name && season !== name.slice(0, 4)) throw new FeedError(`season ${season}`, 'write it like 2025-26')
  return name
}

const Schedule = z.object({
  leagueSchedule: z.object({
    seasonYear: Padded,
    gameDates: z.array(z.object({ games: z.array(z.looseObject({ gameId: z.string(), gameDateTimeUTC: Padded })) })),
  }),
})

const readSchedule = (season: string, schedule: unknown): ScheduledGame[] => {
  const { seasonYear, gameDates } = parseResponse(Schedule, schedule, 'schedule', season).leagueSchedule
  if (seasonYear !== season)
    throw new FeedError(season, `the feed has the schedule of ${seasonYear} only; name that season`)
  const games = gameDates.flatMap(({ games }) =>
    games.map((entry) => {
      const tipOff = Date.parse(entry.gameDateTimeUTC)
      return { game: entry.gameId, tip_off: Number.isNaN(tipOff) ? null : new Date(tipOff), entry }
    }),
  )
  if (games.length === 0) throw new FeedError(season, 'its schedule has no games')
  return games
}

/** The part of a response that is about a game. @throws {FeedError} if it is about another game */
const toPart = (game: string, response: unknown, from: string): Part[] => {
  if (response === undefined) return []
  const parts = toParts(response, from)
  const other = parts.find((part) => part.game !== game)
  if (other) throw new FeedError(game, `the ${from} is of another game, ${other.game}`)
  return parts
}

/** A box score of a game with a newer play-by-play: that has the score, and says whether the game is over. */
const updated = (box: LiveBox, last: LiveAction): LiveBox => {
  const over = last.actionType === 'game' && last.subType === 'end'
  const team = (side: LiveBox['homeTeam'], score: number | null) => (over ? { ...side, score, periods: [] } : side)
  return {
    ...box,
    gameStatus: over ? 3 : 2,
    homeTeam: team(box.homeTeam, last.scoreHome),
    awayTeam: team(box.awayTeam, last.scoreAway),
  }
}

/** Updates a box score that does not say that the game is over, and so may be older than the play-by-play. */
const inStep = (parts: Part[]): Part[] => {
  const actions = parts.flatMap((part) => (part.kind === 'live plays' ? inOrder(part.actions) : []))
  const last = actions.at(-1)
  if (last === undefined) return parts
  return parts.map((part) =>
    part.kind === 'live box' && part.box.gameStatus !== 3 ? { ...part, box: updated(part.box, last) } : part,
  )
}

const hasBegun = (parts: Part[]): boolean =>
  parts.some((part) => {
    if (part.kind === 'live plays') return part.actions.length > 0
    return part.kind === 'live box' && part.box.gameStatus === 2
  })

/** The live data of the NBA and its schedule. */
export const nbaLive: LiveFeed = {
  name: 'nba',
  budget: 'cdn.nba.com',
  requestsPerMinute: 60,
  checkSeason,
  scheduleUrl: () => `${HOST}/static/json/staticData/scheduleLeagueV2.json`,
  readSchedule,
  listResources: (game) =>
    ['playbyplay', 'boxscore'].map((kind) => ({
      kind,
      url: `${LIVE}/${kind}/${kind}_${game}.json`,
      live: kind === 'playbyplay',
    })),
  readGame: (game, entry, { playbyplay, boxscore }) => {
    const schedule = entry === undefined ? undefined : { leagueSchedule: { gameDates: [{ games: [entry] }] } }
    const parts = inStep([
      ...toPart(game, schedule, 'schedule'),
      ...toPart(game, boxscore, 'boxscore'),
      ...toPart(game, playbyplay, 'playbyplay'),
    ])
    const bundle = readGame(game, parts)
    if (bundle.game.status !== 'scheduled') return { bundle, progress: 'over' }
    return { bundle, progress: hasBegun(parts) ? 'live' : 'to come' }
  },
}
