import { z } from 'zod'
import { CompetitionRef, GameId, SeasonRef, TeamRef } from './identifiers.ts'
import { CalendarDate, Count, DateTime, Text, record } from './scalars.ts'

/** A side of a game: home or away. */
export const Side = z
  .enum(['home', 'away'])
  .meta({ id: 'Side', description: 'Side of the game: home or away.', example: 'home' })
export type Side = z.infer<typeof Side>

/** To whom a game decided by forfeit was awarded: a side, or neither if both have lost it. */
export const ForfeitWinner = z.enum([...Side.options, 'neither'])
export type ForfeitWinner = z.infer<typeof ForfeitWinner>

/** The status of a game. */
export const GameStatus = z.enum(['scheduled', 'final', 'no_result']).meta({
  id: 'GameStatus',
  description:
    'scheduled: not yet played (also if postponed to a later day); final: has its final score; no_result: called off, annulled, decided by forfeit, broken off in the first period, or without a score 30 days after its day. A late report can still make it final.',
  example: 'final',
})
export type GameStatus = z.infer<typeof GameStatus>

/** The stages whose games do not count in statistics. Games without a stage, or of any other one, count. */
export const UNCOUNTED_STAGES = ['preseason', 'all-star'] as const

/** Which parts of a game are available. */
export const GameHas = record('GameHas', 'Which parts of the game are available.', {
  boxscore: z.boolean().describe('Whether the game has a box score.'),
  playbyplay: z.boolean().describe('Whether the game has a play-by-play.'),
  shots: z.boolean().describe('Whether the game has a shot chart.'),
})
export type GameHas = z.infer<typeof GameHas>

/** A game. */
export const Game = record('Game', 'A game.', {
  id: GameId,
  competition: CompetitionRef,
  season: SeasonRef,
  stage: Text.nullable().describe(
    'Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if the competition has no stages.',
  ),
  round: Text.nullable().describe('Round as the competition names it. Null without a round.'),
  date: CalendarDate.describe('Calendar day at the venue.'),
  tip_off: DateTime.nullable().describe('Start of the game, UTC. Null if unknown.'),
  status: GameStatus,
  home: TeamRef,
  away: TeamRef,
  home_score: Count.nullable().describe('Points of the home team. Null until the game is final.'),
  away_score: Count.nullable().describe('Points of the away team. Null until the game is final.'),
  attendance: Count.nullable().describe('Number of spectators. Null if unknown.'),
  venue: Text.nullable().describe('Name of the arena. Null if the league does not name it.'),
  has: GameHas,
})
export type Game = z.infer<typeof Game>

/** Points per period of both teams; overtimes follow the regular periods. */
export const Periods = record('Periods', 'Points per period; overtimes follow the regular periods.', {
  home: z.array(Count).max(30).describe('Points of the home team in each period.'),
  away: z.array(Count).max(30).describe('Points of the away team in each period.'),
})
export type Periods = z.infer<typeof Periods>

/** A referee or the commissioner of a game. */
export const Official = record('Official', 'A referee or the commissioner of a game.', {
  name: Text.describe('Given name, then surname.'),
  role: z
    .enum(['referee', 'commissioner'])
    .meta({ id: 'OfficialRole', description: 'Role of the official.', example: 'referee' }),
})
export type Official = z.infer<typeof Official>

/** A game with its periods and officials. */
export const GameDetail = Game.extend({
  periods: Periods.nullable().describe('Points per period. Null if unknown.'),
  officials: z
    .array(Official)
    .max(20)
    .nullable()
    .describe(
      "Referees in the league's order with the crew chief first, then the commissioner. Null if the league does not name them.",
    ),
}).meta({ id: 'GameDetail', description: 'A game with its periods and officials.' })
export type GameDetail = z.infer<typeof GameDetail>
