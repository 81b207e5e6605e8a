import { z } from 'zod'
import { CompetitionRef, SeasonRef, TeamRef } from './identifiers.ts'
import { CalendarDate, Count, Fraction, Text, Whole, record } from './scalars.ts'

const wonLost = (where: string) =>
  z
    .string()
    .regex(/^\d+-\d+$/)
    .max(11)
    .describe(`Games won and lost ${where}, e.g. 12-3.`)

/** One row of the standings. */
export const StandingsRow = record('StandingsRow', 'One row of the standings.', {
  group: Text.nullable().describe(
    'Group or conference of the team, each with a table of its own. Null if the season is played in one table. An addition of this service.',
  ),
  rank: Count.min(1).describe('Rank in the standings, from 1 in each group.'),
  team: TeamRef,
  played: Count.describe('Number of games, including those decided by forfeit.'),
  won: Count.describe('Number of games won.'),
  lost: Count.describe('Number of games lost.'),
  win_share: Fraction.max(1).describe('Games won as a fraction of games played. 0 before the first game.'),
  league_points: Whole.nullable().describe(
    'Points that the league gives for games won and lost, which order the table. Null if it gives none. An addition of this service.',
  ),
  points_for: Count.describe('Points scored, including overtime, also where tie-breaks leave overtime out.'),
  points_against: Count.describe('Points allowed, including overtime, also where tie-breaks leave overtime out.'),
  points_difference: Whole.describe('points_for − points_against, so including overtime.'),
  home: wonLost('at home'),
  away: wonLost('away'),
  last_ten: wonLost('in the last ten games'),
  streak: z
    .string()
    .regex(/^([WL]\d+)?$/)
    .max(6)
    .describe('Current streak, e.g. W3 or L1. Empty before the first game.'),
})
export type StandingsRow = z.infer<typeof StandingsRow>

/** The rule that placed a team. */
export const DecidedBy = z
  .enum([
    'win_share',
    'head_to_head_wins',
    'head_to_head_difference',
    'head_to_head_points',
    'difference',
    'points_scored',
    'sum_of_quotients',
    'division_leader',
    'division_record',
    'conference_record',
    'playoff_teams_record',
    'other_playoff_teams_record',
    'name',
  ])
  .meta({
    id: 'DecidedBy',
    description:
      'The rule that separated a team from the last one it was tied with. win_share: no tie in win share or league points, or the classification points of FIBA; playoff_teams_record of the WNBA: games against teams that have won at least half of theirs; name: nothing else separates the teams.',
    example: 'head_to_head_wins',
  })
export type DecidedBy = z.infer<typeof DecidedBy>

/** The table of a stage. */
export const StageStandings = record('StageStandings', 'The table of a stage that has its own.', {
  stage: Text.describe('Name of the stage.'),
  games: Count.describe('Number of games.'),
  through: CalendarDate.describe('Day of the last game. Today before the first game.'),
  table: z.array(StandingsRow).max(1000).describe('Rows, group by group, best team first.'),
})

/** The standings of a season. */
export const Standings = record('Standings', 'The standings of a season. Only regular-season games count.', {
  competition: CompetitionRef,
  season: SeasonRef,
  games: Count.describe('Number of games.'),
  through: CalendarDate.describe('Day of the last game. Today before the first game.'),
  table: z.array(StandingsRow).max(1000).describe('Rows, group by group, best team first.'),
  stages: z
    .array(StageStandings)
    .max(10)
    .optional()
    .describe(
      'Tables of the stages that have their own, each of its own games only. Absent if the season has none. An addition of this service.',
    ),
})
export type Standings = z.infer<typeof Standings>
