import { z } from 'zod'
import { CompetitionRef, SeasonRef, TeamRef } from './identifiers.ts'
import { CalendarDate, Count, Fraction, Text, record } from './scalars.ts'
import { DecidedBy, StageStandings, Standings, StandingsRow } from './standings.ts'

const Rank = Count.min(1)

/** What a team can still reach in its group. */
export const RaceTeam = record('RaceTeam', 'What a team can still reach in its group.', {
  team: TeamRef,
  rank: Rank.describe('Rank in the standings.'),
  best_rank: Rank.describe('Best rank that it can end in, by any margins of the games left. Never too low a place.'),
  worst_rank: Rank.describe('Worst rank that it can end in, by any margins of the games left. Never too high a place.'),
  places: z
    .array(Fraction.max(1))
    .max(1000)
    .describe('Share of the scenarios in which it ends in each place of its group, the first place first.'),
})

/** How the places of a race are counted. */
export const RaceMethod = z.enum(['exact', 'simulated']).meta({
  id: 'RaceMethod',
  description:
    'exact: all results of the games left are counted; simulated: seasons are drawn, because more than 16 games are left.',
  example: 'exact',
})

const RaceFields = {
  group: Text.nullable().describe('Group or conference. Null if the season is played in one table.'),
  games_left: Count.describe('Games left with a team of the group.'),
  method: RaceMethod,
  scenarios: Count.min(1).describe('Number of scenarios.'),
  teams: z.array(RaceTeam).max(1000).describe('Teams in the order of the standings.'),
}

/** The race of one more group of the season. */
export const GroupRace = record('GroupRace', 'The race of another group of the season.', RaceFields)

/** What the teams of a season can still reach in the standings. */
export const Race = record('Race', 'What the teams of a season can still reach in the standings.', {
  competition: CompetitionRef,
  season: SeasonRef,
  through: CalendarDate.describe('Day of the last game that has a result.'),
  ...RaceFields,
  other_groups: z
    .array(GroupRace)
    .max(1000)
    .optional()
    .describe('The races of the other groups, in the order of the standings. Absent if the season has one table.'),
})
export type Race = z.infer<typeof Race>

/** A row of standings with the rule that placed the team. */
export const WhatIfRow = StandingsRow.extend({ decided_by: DecidedBy }).meta({
  id: 'WhatIfRow',
  description: 'A row of standings with the rule that placed the team.',
})
export type WhatIfRow = z.infer<typeof WhatIfRow>

/** The table of a stage with assumed results. */
export const WhatIfStage = StageStandings.extend({
  table: z.array(WhatIfRow).max(1000).describe('Rows, group by group, best team first.'),
}).meta({ id: 'WhatIfStage', description: 'The table of a stage that has its own, with assumed results.' })

/** The standings of a season with assumed results. */
export const WhatIfStandings = record(
  'WhatIfStandings',
  'The standings of a season as they would be with assumed results.',
  {
    ...Standings.shape,
    through: CalendarDate.describe('Day of the last game, those with an assumed result included.'),
    table: z.array(WhatIfRow).max(1000).describe('Rows, group by group, best team first.'),
    stages: z
      .array(WhatIfStage)
      .max(10)
      .optional()
      .describe('Tables of the stages that have their own. Absent if the season has none.'),
  },
)
export type WhatIfStandings = z.infer<typeof WhatIfStandings>
