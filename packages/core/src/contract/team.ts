import { z } from 'zod'
import { CompetitionId, SeasonId, TeamId } from './identifiers.ts'
import { Count, Text, Whole, record } from './scalars.ts'

/** A team, in a list. */
export const Team = record('Team', 'A team.', {
  id: TeamId,
  name: Text.describe('Current name of the team, in older games too. It changes with sponsors.'),
  country: Text.nullable().describe('Country of the team. Null if unknown.'),
  games: Count.describe('Number of games of any status.'),
})
export type Team = z.infer<typeof Team>

/** A head coach and the years with the team. */
export const Coach = record('Coach', 'A head coach and the years with the team.', {
  name: Text.describe('Given name, then surname.'),
  from: Whole.nullable().describe('First year as head coach. Null if unknown.'),
  to: Whole.nullable().describe('Last year as head coach. Null if unknown or still head coach.'),
})
export type Coach = z.infer<typeof Coach>

/** A season that a team plays in. */
export const TeamSeason = record('TeamSeason', 'A season that a team plays in.', {
  id: SeasonId,
  name: Text.describe('Name of the season.'),
  games: Count.describe('Number of games of the team in that season.'),
})
export type TeamSeason = z.infer<typeof TeamSeason>

/** A competition that a team plays in, with the seasons. */
export const TeamCompetition = record('TeamCompetition', 'A competition that a team plays in, with the seasons.', {
  id: CompetitionId,
  name: Text.describe('Name of the competition.'),
  seasons: z.array(TeamSeason).max(1000).describe('Seasons, newest first.'),
})
export type TeamCompetition = z.infer<typeof TeamCompetition>

/** A team with its arena, coaches and competitions. */
export const TeamDetail = record('TeamDetail', 'A team with its arena, coaches and competitions.', {
  id: TeamId,
  name: Text.describe('Current name of the team, in older games too. It changes with sponsors.'),
  country: Text.nullable().describe('Country of the team. Null if unknown.'),
  city: Text.nullable().describe('City of the team. Null if unknown.'),
  arena: Text.nullable().describe('Current home arena. Null if unknown.'),
  arena_capacity: Count.nullable().describe('Number of seats in the arena. Null if unknown.'),
  founded: Whole.nullable().describe('Year of foundation. Null if unknown.'),
  coaches: z.array(Coach).max(1000).describe('Head coaches, latest first. Empty if unknown.'),
  competitions: z.array(TeamCompetition).max(1000).describe('Competitions that the team plays in, by name.'),
})
export type TeamDetail = z.infer<typeof TeamDetail>
