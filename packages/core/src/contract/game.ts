import { z } from 'zod'
import { CalendarDate, Count, DateTime, GameId, Text } from './identifiers.ts'
import { CompetitionRef, SeasonRef, TeamRef } from './references.ts'

/** Where a game stands. */
export const GameStatus = z.enum(['scheduled', 'final', 'no_result']).meta({
  id: 'GameStatus',
  description:
    'scheduled: not yet played (also when postponed to a later day); final: has its final score; no_result: no score and none to come.',
  example: 'final',
})
export type GameStatus = z.infer<typeof GameStatus>

/** Stages that no statistic counts: every other one counts, a competition's own and none included. */
export const UNCOUNTED_STAGES = ['preseason', 'all-star'] as const

/** Which parts of a game can be read. */
export const GameHas = z
  .object({
    boxscore: z.boolean().describe('Whether there is a box score.'),
    playbyplay: z.boolean().describe('Whether there is a play-by-play.'),
    shots: z.boolean().describe('Whether there are shots.'),
  })
  .meta({ id: 'GameHas', description: 'Which parts of the game can be read.' })
export type GameHas = z.infer<typeof GameHas>

/** A game. */
export const Game = z
  .object({
    id: GameId,
    competition: CompetitionRef,
    season: SeasonRef,
    stage: Text.nullable().describe(
      "regular, play-in, playoffs, preseason, all-star or a name of the competition's own; null where it names none.",
    ),
    round: Text.nullable().describe("The competition's own round; null where it names none."),
    date: CalendarDate.describe("The venue's own calendar day."),
    tip_off: DateTime.nullable().describe('When the game begins, UTC; null where unknown.'),
    status: GameStatus,
    home: TeamRef,
    away: TeamRef,
    home_score: Count.nullable().describe('Points of the home team; null until the game has its final score.'),
    away_score: Count.nullable().describe('Points of the away team; null until the game has its final score.'),
    attendance: Count.nullable().describe('Spectators; null where unknown.'),
    venue: Text.nullable().describe('The arena, where the league names it.'),
    has: GameHas,
  })
  .meta({ id: 'Game', description: 'A game.' })
export type Game = z.infer<typeof Game>

/** Points per period of both teams; overtimes follow the regular periods. */
export const Periods = z
  .object({
    home: z.array(Count).max(30).describe('Points of the home team in each period.'),
    away: z.array(Count).max(30).describe('Points of the away team in each period.'),
  })
  .meta({ id: 'Periods', description: 'Points per period, overtimes following the four quarters.' })
export type Periods = z.infer<typeof Periods>

/** A referee or the commissioner of a game. */
export const Official = z
  .object({
    name: Text.describe('Given name, then surname.'),
    role: z.enum(['referee', 'commissioner']).describe('What the official does.'),
  })
  .meta({ id: 'Official', description: 'A referee or the commissioner of a game.' })
export type Official = z.infer<typeof Official>

/** A game with its periods and officials. */
export const GameDetail = Game.extend({
  periods: Periods.nullable().describe('Points per period; null where unknown.'),
  officials: z
    .array(Official)
    .max(20)
    .nullable()
    .describe(
      "Referees in the league's order with the crew chief first, then the commissioner; null where none is named.",
    ),
}).meta({ id: 'GameDetail', description: 'A game with its periods and officials.' })
export type GameDetail = z.infer<typeof GameDetail>
