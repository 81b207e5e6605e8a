import { z } from 'zod'
import { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './identifiers.ts'
import { Average, Count, Whole, record } from './scalars.ts'

/**
 * The names of the statistics in generated code. In Go all enums share a namespace, where ThreeMade is an EventType.
 */
const VARIABLE_NAMES = [
  'Points',
  'Rebounds',
  'Assists',
  'Steals',
  'Blocks',
  'ThreePointers',
  'OffensiveRebounds',
  'Minutes',
  'PerformanceIndex',
]

/** The statistics that players can be ranked by. */
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
  .meta({
    id: 'LeaderStat',
    description: 'Statistic that players are ranked by, per game.',
    example: 'points',
    'x-enum-varnames': VARIABLE_NAMES,
  })
export type LeaderStat = z.infer<typeof LeaderStat>

/** A ranked player. */
export const Leader = record('Leader', 'A ranked player.', {
  rank: Count.min(1).describe('Rank. Equal values share a rank.'),
  player: PlayerRef,
  team: TeamRef.nullable().describe('Latest team of the player in the season. Null if unknown.'),
  games: Count.describe('Games played.'),
  per_game: Average.describe('Value of the statistic per game played.'),
  total: Whole.describe('Value of the statistic over the season.'),
})
export type Leader = z.infer<typeof Leader>

/** The best players of a season in one statistic. */
export const Leaders = record('Leaders', 'The best players of a season in one statistic.', {
  competition: CompetitionRef,
  season: SeasonRef.nullable().describe('Null if the competition has no season with box scores.'),
  stat: LeaderStat,
  min_games: Count.min(1).describe('Minimum number of games played to be ranked.'),
  leaders: z.array(Leader).max(1000).describe('Players, best first.'),
})
export type Leaders = z.infer<typeof Leaders>
