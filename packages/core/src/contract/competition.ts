import { z } from 'zod'
import { CompetitionId, CompetitionRef, SeasonId } from './identifiers.ts'
import { CalendarDate, Count, Ratio, Text, Whole, record } from './scalars.ts'

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
  periods: Count.min(1).describe(
    'Number of periods without overtime: 4 quarters, 2 halves. An addition of this service.',
  ),
  period_minutes: Ratio.min(0).describe('Minutes of a period. An addition of this service.'),
  overtime_minutes: Count.min(1).describe('Minutes of an overtime. An addition of this service.'),
})
export type Competition = z.infer<typeof Competition>

/**
 * The short name of a period, from 1: Q1 to Q4 of four quarters, H1 and H2 of two halves, P1, P2, … of another number; then OT, 2OT, …
 *
 * @param regular number of periods without overtime
 */
export const periodName = (period: number, regular: number): string => {
  const overtime = period - regular
  if (overtime > 0) return overtime === 1 ? 'OT' : `${overtime}OT`
  return `${regular === 4 ? 'Q' : regular === 2 ? 'H' : 'P'}${period}`
}

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
