import { z } from 'zod'
import { CalendarDate, Count, Whole } from './identifiers.ts'
import { Fraction } from './numbers.ts'
import { CompetitionRef, SeasonRef, TeamRef } from './references.ts'

const wonLost = (where: string) =>
  z
    .string()
    .regex(/^\d+-\d+$/)
    .max(11)
    .describe(`Games won and lost ${where}, like 12-3.`)

/** One row of a standings table. */
export const StandingsRow = z
  .object({
    rank: Count.min(1).describe('Place in the table.'),
    team: TeamRef,
    played: Count.describe('Games counted.'),
    won: Count.describe('Games won.'),
    lost: Count.describe('Games lost.'),
    win_share: Fraction.max(1).describe('Games won as a share of games played; 0 before the first game.'),
    points_for: Count.describe('Points scored, overtime included.'),
    points_against: Count.describe('Points allowed, overtime included.'),
    points_difference: Whole.describe('points_for − points_against.'),
    home: wonLost('at home'),
    away: wonLost('away'),
    last_ten: wonLost('in the last ten games'),
    streak: z
      .string()
      .regex(/^([WL]\d+)?$/)
      .max(6)
      .describe('Current run, W3 or L1; empty before the first game.'),
  })
  .meta({ id: 'StandingsRow', description: 'One row of a standings table.' })
export type StandingsRow = z.infer<typeof StandingsRow>

/** The table of a season. */
export const Standings = z
  .object({
    competition: CompetitionRef,
    season: SeasonRef,
    games: Count.describe('Games counted.'),
    through: CalendarDate.describe('Day of the last game counted; today before the first.'),
    table: z.array(StandingsRow).max(1000).describe('Best first.'),
  })
  .meta({ id: 'Standings', description: 'The table of a season; regular-season games count.' })
export type Standings = z.infer<typeof Standings>
