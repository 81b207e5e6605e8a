import { z } from 'zod'
import { Count, Whole } from './identifiers.ts'
import { Average } from './numbers.ts'
import { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './references.ts'

/** The statistics players are ranked by. */
export const LeaderStat = z
  .enum([
    'points',
    'rebounds',
    'assists',
    'steals',
    'blocks',
    'three_made',
    'offensive_rebounds',
    'minutes',
    'performance_index',
  ])
  .meta({ id: 'LeaderStat', description: 'The statistic players are ranked by, per game.', example: 'points' })
export type LeaderStat = z.infer<typeof LeaderStat>

/** A player of a leaders list. */
export const Leader = z
  .object({
    rank: Count.min(1).describe('Place; equal values share it.'),
    player: PlayerRef,
    team: TeamRef.nullable().describe('The team last played for in the season; null where unknown.'),
    games: Count.describe('Games played.'),
    per_game: Average.describe('The statistic per game played.'),
    total: Whole.describe('The statistic over the season.'),
  })
  .meta({ id: 'Leader', description: 'A player of a leaders list.' })
export type Leader = z.infer<typeof Leader>

/** The best players of a season in one statistic. */
export const Leaders = z
  .object({
    competition: CompetitionRef,
    season: SeasonRef.nullable().describe('null where the competition has no season with box scores.'),
    stat: LeaderStat,
    min_games: Count.min(1).describe('Games a player must have played to be ranked.'),
    leaders: z.array(Leader).max(1000).describe('Best first.'),
  })
  .meta({ id: 'Leaders', description: 'The best players of a season in one statistic.' })
export type Leaders = z.infer<typeof Leaders>
