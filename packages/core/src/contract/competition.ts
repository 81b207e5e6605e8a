import { z } from 'zod'
import { CalendarDate, CompetitionId, Count, SeasonId, Text, Whole } from './identifiers.ts'
import { CompetitionRef } from './references.ts'

/** Who plays in a competition. */
export const Gender = z
  .enum(['men', 'women', 'mixed'])
  .meta({ id: 'Gender', description: 'Who plays: men, women or mixed.', example: 'men' })
export type Gender = z.infer<typeof Gender>

/** What sort of competition it is. */
export const CompetitionKind = z.enum(['league', 'cup', 'international', 'friendly']).meta({
  id: 'CompetitionKind',
  description: 'league, cup, international (national teams) or friendly.',
  example: 'league',
})
export type CompetitionKind = z.infer<typeof CompetitionKind>

/** A competition, over all its seasons. */
export const Competition = z
  .object({
    id: CompetitionId,
    name: Text.describe('Name of the competition.'),
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(100)
      .describe('Lower-case name for addresses, unique.'),
    country: Text.nullable().describe('Country of the competition; null when it spans several.'),
    gender: Gender,
    kind: CompetitionKind,
    seasons: Count.describe('Seasons known.'),
    first_season: Text.nullable().describe('Name of the earliest season; null when there is none.'),
    last_season: Text.nullable().describe('Name of the latest season; null when there is none.'),
    games: Count.describe('Games known, whatever their status.'),
  })
  .meta({ id: 'Competition', description: 'A competition, over all its seasons.' })
export type Competition = z.infer<typeof Competition>

/** One season of one competition. */
export const Season = z
  .object({
    id: SeasonId,
    name: Text.describe('Name of the season, e.g. 2026-27.'),
    start_year: Whole.describe('The year in which the season begins.'),
    competition: CompetitionRef,
    games: Count.describe('Games known, whatever their status.'),
    first_date: CalendarDate.nullable().describe('Day of the first game; null when there is none.'),
    last_date: CalendarDate.nullable().describe('Day of the last game; null when there is none.'),
  })
  .meta({ id: 'Season', description: 'One season of one competition.' })
export type Season = z.infer<typeof Season>
