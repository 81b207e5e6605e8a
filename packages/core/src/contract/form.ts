import { z } from 'zod'
import { Game } from './game.ts'
import { CalendarDate, Count, GameId, Whole } from './identifiers.ts'
import { Average } from './numbers.ts'
import { CompetitionRef, TeamRef } from './references.ts'

/** Where a team plays a game, seen from its side. */
export const Venue = z
  .enum(['home', 'away'])
  .meta({ id: 'Venue', description: 'Where the team plays, from its side.', example: 'home' })
export type Venue = z.infer<typeof Venue>

/** How a game ended for a team: W won, L lost. */
export const Result = z.enum(['W', 'L']).meta({ id: 'Result', description: 'W won, L lost.', example: 'W' })
export type Result = z.infer<typeof Result>

/** One game of a team, from its side. */
export const FormGame = z
  .object({
    game: z
      .object({ id: GameId, date: CalendarDate, competition: CompetitionRef })
      .describe('The game and its competition.'),
    venue: Venue,
    opponent: TeamRef,
    result: Result,
    points_for: Count.describe('Points scored.'),
    points_against: Count.describe('Points allowed.'),
    margin: Whole.describe('points_for − points_against.'),
    possessions: Average.nullable().describe(
      'FGA + 0.44·FTA − OREB + TOV, the mean of both teams; null where unknown.',
    ),
    pace: Average.nullable().describe('Possessions per regulation length; null where unknown.'),
    offensive_rating: Average.nullable().describe('Points scored per 100 possessions; null where unknown.'),
    defensive_rating: Average.nullable().describe('Points allowed per 100 possessions; null where unknown.'),
  })
  .meta({ id: 'FormGame', description: 'One game of a team, from its side.' })
export type FormGame = z.infer<typeof FormGame>

/** What a team did in its last games. */
export const TeamForm = z
  .object({
    team: TeamRef,
    summary: z
      .object({
        games: Count.describe('Games counted.'),
        won: Count.describe('Games won.'),
        lost: Count.describe('Games lost.'),
        average_margin: Average.nullable().describe('Mean of points scored − points allowed; null without a game.'),
        pace: Average.nullable().describe('Possessions per regulation length; null where unknown.'),
        offensive_rating: Average.nullable().describe('Points scored per 100 possessions; null where unknown.'),
        defensive_rating: Average.nullable().describe('Points allowed per 100 possessions; null where unknown.'),
      })
      .describe('Over these games together.'),
    games: z.array(FormGame).max(100).describe('Newest first.'),
  })
  .meta({ id: 'TeamForm', description: 'What a team did in its last games.' })
export type TeamForm = z.infer<typeof TeamForm>

const wonLost = (where: string) =>
  z
    .string()
    .regex(/^\d+-\d+$/)
    .max(11)
    .describe(`Games won and lost by the first team ${where}, like 4-2.`)

/** What two teams did against each other. */
export const HeadToHead = z
  .object({
    team: TeamRef,
    opponent: TeamRef,
    summary: z
      .object({
        games: Count.describe('Games counted.'),
        won: Count.describe('Games won by the first team.'),
        lost: Count.describe('Games lost by the first team.'),
        home: wonLost('at home'),
        away: wonLost('away'),
        average_points_for: Average.nullable().describe('Mean points of the first team; null without a game.'),
        average_points_against: Average.nullable().describe('Mean points of the opponent; null without a game.'),
        first_date: CalendarDate.nullable().describe('Day of the first game counted; null without a game.'),
        last_date: CalendarDate.nullable().describe('Day of the last game counted; null without a game.'),
      })
      .describe("Over these games, from the first team's side."),
    games: z.array(Game).max(100).describe('Newest first.'),
  })
  .meta({ id: 'HeadToHead', description: "What two teams did against each other, from the first team's side." })
export type HeadToHead = z.infer<typeof HeadToHead>
