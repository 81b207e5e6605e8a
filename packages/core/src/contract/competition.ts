import { z } from 'zod'
import { CompetitionId, CompetitionRef, SeasonId } from './identifiers.ts'
import { CalendarDate, Count, Text, Whole, record } from './scalars.ts'

/** Whether men, women or both play in a competition. */
export const Gender = z
  .enum(['men', 'women', 'mixed'])
  .meta({ id: 'Gender', description: 'Whether men, women or both (mixed) play in the competition.', example: 'men' })
export type Gender = z.infer<typeof Gender>

/** The kind of a competition. */
export const CompetitionKind = z.enum(['league', 'cup', 'international', 'friendly']).meta({
  id: 'CompetitionKind',
  description: 'Kind of the competition: league, cup, international (national teams) or friendly.',
  example: 'league',
})
export type CompetitionKind = z.infer<typeof CompetitionKind>

/** A competition with the number of its seasons and games. */
export const Competition = record('Competition', 'A competition with the number of its seasons and games.', {
  id: CompetitionId,
  name: Text.describe('Name of the competition.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(100)
    .describe('Unique lower-case name for URLs.'),
  country: Text.nullable().describe('Country of the competition. Null if it spans several countries.'),
  gender: Gender,
  kind: CompetitionKind,
  seasons: Count.describe('Number of seasons.'),
  first_season: Text.nullable().describe('Name of the earliest season. Null without seasons.'),
  last_season: Text.nullable().describe('Name of the latest season. Null without seasons.'),
  games: Count.describe('Number of games of any status.'),
})
export type Competition = z.infer<typeof Competition>

/** One season of one competition. */
export const Season = record('Season', 'One season of one competition.', {
  id: SeasonId,
  name: Text.describe('Name of the season, e.g. 2026-27.'),
  start_year: Whole.describe('Year in which the season begins.'),
  competition: CompetitionRef,
  games: Count.describe('Number of games of any status.'),
  first_date: CalendarDate.nullable().describe('Day of the first game. Null without games.'),
  last_date: CalendarDate.nullable().describe('Day of the last game. Null without games.'),
})
export type Season = z.infer<typeof Season>
