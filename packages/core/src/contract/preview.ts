import type { z } from 'zod'
import { HeadToHead } from './form.ts'
import { Game } from './game.ts'
import { TeamRef } from './identifiers.ts'
import { Average, Count, record } from './scalars.ts'
import { StandingsRow } from './standings.ts'

const perGame = (name: string) => Average.nullable().describe(`${name} per game of the season. Null without games.`)

/** A team before a game, from the season's games of earlier days. */
export const TeamPreview = record('TeamPreview', "A team before a game, from the season's games of earlier days.", {
  team: TeamRef,
  rank: StandingsRow.shape.rank.nullable().describe('Rank in the standings. Null if the team is not in them.'),
  won: StandingsRow.shape.won,
  lost: StandingsRow.shape.lost,
  streak: StandingsRow.shape.streak,
  last_ten: StandingsRow.shape.last_ten,
  rest_days: Count.nullable().describe(
    'Days between the previous game of the season, played or scheduled, and this one: 1 on the next day. Null for the first.',
  ),
  points_for: perGame('Points scored'),
  points_against: perGame('Points allowed'),
  offensive_rating: Average.nullable().describe('Points scored per 100 possessions. Null if unknown.'),
  defensive_rating: Average.nullable().describe('Points allowed per 100 possessions. Null if unknown.'),
  pace: Average.nullable().describe('Possessions per regulation game length (40 or 48 minutes). Null if unknown.'),
})
export type TeamPreview = z.infer<typeof TeamPreview>

/** What was known of both teams before a game. */
export const GamePreview = record('GamePreview', 'What was known of both teams before a game.', {
  game: Game,
  home: TeamPreview,
  away: TeamPreview,
  head_to_head: HeadToHead.describe(
    'The last ten games between the teams before this one; the home team is the first.',
  ),
})
export type GamePreview = z.infer<typeof GamePreview>
