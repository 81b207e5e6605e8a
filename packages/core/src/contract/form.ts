import { z } from 'zod'
import { Game, Side } from './game.ts'
import { CompetitionRef, GameId, TeamRef } from './identifiers.ts'
import { Average, CalendarDate, Count, Whole, record } from './scalars.ts'

/** The result of a game for a team: W won, L lost. */
export const GameResult = z.enum(['W', 'L']).meta({
  id: 'GameResult',
  description: 'Result for the team: W (won) or L (lost). A drawn game has none.',
  example: 'W',
})
export type GameResult = z.infer<typeof GameResult>

/** One game of a team form, from the side of the team. */
export const FormGame = record('FormGame', 'One game of a team form, from the side of the team.', {
  game: record('GameRef', 'The game and its competition.', {
    id: GameId,
    date: CalendarDate,
    competition: CompetitionRef,
  }),
  venue: Side.describe('Whether the team plays at home or away.'),
  opponent: TeamRef,
  result: GameResult,
  points_for: Count.describe('Points scored.'),
  points_against: Count.describe('Points allowed.'),
  margin: Whole.describe('points_for − points_against.'),
  possessions: Average.nullable().describe(
    'Possessions: FGA + 0.44·FTA − OREB + TOV, averaged over both teams. Null if unknown.',
  ),
  pace: Average.nullable().describe('Possessions per regulation game length (40 or 48 minutes). Null if unknown.'),
  offensive_rating: Average.nullable().describe('Points scored per 100 possessions. Null if unknown.'),
  defensive_rating: Average.nullable().describe('Points allowed per 100 possessions. Null if unknown.'),
})
export type FormGame = z.infer<typeof FormGame>

/** The recent form of a team: its last games and their summary. */
export const TeamForm = record('TeamForm', 'The recent form of a team: its last games and their summary.', {
  team: TeamRef,
  summary: record('TeamFormSummary', 'Summary of these games.', {
    games: Count.describe('Number of games, all of them won or lost.'),
    won: Count.describe('Games won.'),
    lost: Count.describe('Games lost.'),
    average_margin: Average.nullable().describe('Average of points scored − points allowed. Null without games.'),
    pace: Average.nullable().describe('Possessions per regulation game length (40 or 48 minutes). Null if unknown.'),
    offensive_rating: Average.nullable().describe('Points scored per 100 possessions. Null if unknown.'),
    defensive_rating: Average.nullable().describe('Points allowed per 100 possessions. Null if unknown.'),
  }),
  games: z.array(FormGame).max(100).describe('Games, newest first.'),
})
export type TeamForm = z.infer<typeof TeamForm>

const wonLost = (where: string) =>
  z
    .string()
    .regex(/^\d+-\d+$/)
    .max(11)
    .describe(`Games won and lost by the first team ${where}, e.g. 4-2.`)

/** The games between two teams and the record of the first one. */
export const HeadToHead = record(
  'HeadToHead',
  'The last games between two teams and the record of the first team in them.',
  {
    team: TeamRef,
    opponent: TeamRef,
    summary: record('HeadToHeadSummary', 'Record of the first team in these games.', {
      games: Count.describe('Number of games, drawn ones included.'),
      won: Count.describe('Games won by the first team.'),
      lost: Count.describe('Games lost by the first team.'),
      home: wonLost('at home'),
      away: wonLost('away'),
      average_points_for: Average.nullable().describe('Average points of the first team. Null without games.'),
      average_points_against: Average.nullable().describe('Average points of the opponent. Null without games.'),
      first_date: CalendarDate.nullable().describe('Day of the first game. Null without games.'),
      last_date: CalendarDate.nullable().describe('Day of the last game. Null without games.'),
    }),
    games: z.array(Game).max(100).describe('Games, newest first.'),
  },
)
export type HeadToHead = z.infer<typeof HeadToHead>
