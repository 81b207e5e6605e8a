import { z } from 'zod'
import { CompetitionId, Count, SeasonId, TeamId, Text, Whole } from './identifiers.ts'

/** A team, in a list. */
export const Team = z
  .object({
    id: TeamId,
    name: Text.describe('Current name of the team; sponsors change it.'),
    country: Text.nullable().describe('Country of the club; null where unknown.'),
    games: Count.describe('Games known, whatever their status.'),
  })
  .meta({ id: 'Team', description: 'A team.' })
export type Team = z.infer<typeof Team>

/** A head coach and the years in office. */
export const Coach = z
  .object({
    name: Text.describe('Given name, then surname.'),
    from: Whole.nullable().describe('First year as head coach; null where unknown.'),
    to: Whole.nullable().describe('Last year as head coach; null where unknown or still in office.'),
  })
  .meta({ id: 'Coach', description: 'A head coach and the years in office.' })
export type Coach = z.infer<typeof Coach>

/** A season a team plays in. */
export const TeamSeason = z
  .object({
    id: SeasonId,
    name: Text.describe('Name of the season.'),
    games: Count.describe('Games of the team in that season.'),
  })
  .meta({ id: 'TeamSeason', description: 'A season a team plays in.' })
export type TeamSeason = z.infer<typeof TeamSeason>

/** A competition a team plays in, with its seasons. */
export const TeamCompetition = z
  .object({
    id: CompetitionId,
    name: Text.describe('Name of the competition.'),
    seasons: z.array(TeamSeason).max(1000).describe('Seasons, newest first.'),
  })
  .meta({ id: 'TeamCompetition', description: 'A competition a team plays in.' })
export type TeamCompetition = z.infer<typeof TeamCompetition>

/** One team with everything known about the club. */
export const TeamDetail = z
  .object({
    id: TeamId,
    name: Text.describe('Current name of the team; sponsors change it.'),
    country: Text.nullable().describe('Country of the club; null where unknown.'),
    city: Text.nullable().describe('City of the club; null where unknown.'),
    arena: Text.nullable().describe("The club's current home arena; null where unknown."),
    arena_capacity: Count.nullable().describe('Seats of the arena; null where unknown.'),
    founded: Whole.nullable().describe('Founding year; null where unknown.'),
    coaches: z.array(Coach).max(1000).describe('Head coaches, latest first; empty where none is known.'),
    competitions: z.array(TeamCompetition).max(1000).describe('Competitions the team plays in, by name.'),
  })
  .meta({ id: 'TeamDetail', description: 'One team with everything known about the club.' })
export type TeamDetail = z.infer<typeof TeamDetail>
