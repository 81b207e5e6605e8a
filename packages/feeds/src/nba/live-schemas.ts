import { z } from 'zod'
import { Flag, listSchema, Numeral, Padded, sameFields, type StatColumns } from '../schemas.ts'

/** An id as text; the feed's 0 becomes ''. */
export const Id = Padded.transform((id) => (id === '0' ? '' : id))

/** The statistics of a player or a team; boxscoretraditionalv3 has others instead of twos, blocks received and fouls drawn. */
export const LIVE_COLUMNS = {
  points: 'points',
  two_made: 'twoPointersMade',
  two_attempted: 'twoPointersAttempted',
  three_made: 'threePointersMade',
  three_attempted: 'threePointersAttempted',
  free_throws_made: 'freeThrowsMade',
  free_throws_attempted: 'freeThrowsAttempted',
  offensive_rebounds: 'reboundsOffensive',
  defensive_rebounds: 'reboundsDefensive',
  assists: 'assists',
  steals: 'steals',
  turnovers: 'turnovers',
  blocks: 'blocks',
  blocks_received: 'blocksReceived',
  fouls: 'foulsPersonal',
  fouls_drawn: 'foulsDrawn',
} as const satisfies StatColumns

/** Their schema. */
export const LiveColumns = z.object(sameFields(Object.values(LIVE_COLUMNS), Numeral))
export type LiveColumns = z.output<typeof LiveColumns>

const LivePlayer = z.object({
  personId: Id,
  name: Padded,
  jerseyNum: Padded,
  starter: Flag,
  played: Flag,
  statistics: LiveColumns.extend({ minutes: Padded, plusMinusPoints: Numeral }),
})
export type LivePlayer = z.output<typeof LivePlayer>

const LiveTeam = z.object({
  teamId: Id,
  teamCity: Padded,
  teamName: Padded,
  score: Numeral,
  periods: listSchema(z.object({ period: Numeral, score: Numeral })),
  players: listSchema(LivePlayer),
  // teamFieldGoalAttempts are heaves, which no player has.
  statistics: LiveColumns.extend({ turnoversTotal: Numeral, teamFieldGoalAttempts: Numeral }).nullish(),
})
export type LiveTeam = z.output<typeof LiveTeam>

const Arena = z.object({ arenaName: Padded }).nullish()

/** The game of a live box score. */
export const LiveBox = z.object({
  gameTimeLocal: Padded,
  gameTimeUTC: Padded,
  gameStatus: Numeral,
  gameStatusText: Padded,
  attendance: Numeral,
  arena: Arena,
  officials: listSchema(z.object({ name: Padded, assignment: Padded })),
  homeTeam: LiveTeam,
  awayTeam: LiveTeam,
})
export type LiveBox = z.output<typeof LiveBox>

/** One action of a live play-by-play. orderNumber is the order of the game, actionNumber that of entry. */
export const LiveAction = z.object({
  actionNumber: Padded,
  orderNumber: Numeral,
  clock: Padded,
  timeActual: Padded,
  period: z.int().min(1).max(30),
  teamId: Id,
  personId: Id,
  playerNameI: Padded,
  actionType: Padded,
  subType: Padded,
  descriptor: Padded,
  qualifiers: listSchema(z.string()),
  xLegacy: Numeral,
  yLegacy: Numeral,
  scoreHome: Numeral,
  scoreAway: Numeral,
  shotResult: Padded,
  description: Padded,
  assistPersonId: Id,
  blockPersonId: Id,
  foulDrawnPersonId: Id,
})
export type LiveAction = z.output<typeof LiveAction>

/** A team of a game in the schedule, a scoreboard or a summary. */
export const ScheduleTeam = z.object({ teamId: Id, teamCity: Padded, teamName: Padded, score: Numeral })

/** One game of the league schedule. Its gameDateTimeEst and gameTimeUTC end in Z but are not UTC, so they are not used. */
export const ScheduleGame = z.object({
  gameDateEst: Padded,
  gameDateTimeUTC: Padded,
  gameStatus: Numeral,
  gameStatusText: Padded,
  postponedStatus: Padded,
  seriesText: Padded,
  gameLabel: Padded,
  arenaName: Padded,
  isNeutral: Flag,
  homeTeam: ScheduleTeam,
  awayTeam: ScheduleTeam,
})
export type ScheduleGame = z.output<typeof ScheduleGame>
